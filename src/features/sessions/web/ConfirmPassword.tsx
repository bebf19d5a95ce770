import { useEffect, useRef, useState } from 'react';
import { recoverBy, refusedWith } from '#platform/web/api.ts';
import { AlreadyReported } from '#platform/web/forms/attempt.ts';
import { lazyPart, renderNothing } from '#platform/web/lazy-part.tsx';
import type { SessionRefusal } from '../refusals.ts';

/** Both password dialogs are in one file, so that they share one chunk. */
const ConfirmPasswordDialog = lazyPart(
  async () => (await import('./password-dialogs.tsx')).ConfirmPasswordDialog,
  renderNothing,
);

interface Question {
  readonly answer: Promise<boolean>;
  confirm(): void;
  cancel(): void;
}

/**
 * Asks for the password when a call requires a recent sign-in, and repeats the call. Concurrently
 * refused calls share one dialog.
 */
export function ConfirmPassword() {
  const [question, setQuestion] = useState<Question>();
  const open = useRef<Question>(undefined);
  useEffect(() => {
    const ask = () => {
      const { promise, resolve, reject } = withResolvers();
      const close = () => {
        open.current = undefined;
        setQuestion(undefined);
      };
      const made = {
        answer: promise.finally(close),
        confirm: () => resolve(true),
        cancel: () => reject(new AlreadyReported()),
      };
      setQuestion(made);
      return made;
    };
    recoverBy(async (error) => {
      if (!refusedWith<SessionRefusal>(error, 'confirm-password')) return false;
      open.current ??= ask();
      return open.current.answer;
    });
    return () => {
      recoverBy(undefined);
      open.current?.cancel();
    };
  }, []);
  if (question === undefined) return null;
  return <ConfirmPasswordDialog onConfirmed={question.confirm} onClose={question.cancel} />;
}

function withResolvers() {
  let resolve: (value: boolean) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<boolean>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}
