import arrow from '@phosphor-icons/core/assets/bold/arrow-right-bold.svg?raw';
import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { type ChangeEvent, useId } from 'react';
import { ApiError, refusedWith, sentenceOf } from '#platform/web/api.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import {
  formatPairingCode,
  isPairingCode,
  normalisePairingCode,
  PAIRING_LENGTH,
} from '../domain/pairing-code.ts';
import type { SessionRefusal } from '../refusals.ts';
import { usePair } from './sign-in-and-out.ts';

interface PairFormProps {
  /** The code of the opened link, or ''. */
  code: string;
  onPaired: () => void;
}

/** The code entry in large type. Case, spaces and dashes are ignored. */
export function PairForm({ code, onPaired }: PairFormProps) {
  const ids = { input: useId(), error: useId() };
  const pair = usePair();
  const form = useForm({
    fieldsOf: () => ({ typed: inGroups(code) }),
    send: async ({ typed }) => {
      const wanted = normalisePairingCode(typed);
      if (!isPairingCode(wanted)) throw new NoCode(notACode(wanted));
      await pair.mutateAsync(wanted);
    },
    failure: failureOf,
    isInline: true,
    onDone: onPaired,
    onRefused: () => form.props.ref.current?.querySelector('input')?.focus(),
    isFleeting: true,
  });
  const failure = form.refusal;

  return (
    <form {...form.props} aria-label="Set up this tablet" className="grid gap-5">
      <div>
        <label htmlFor={ids.input} className="mb-2 block font-bold text-press">
          Code, like <span className="tabular">ABCD 2345</span>
        </label>
        <input
          id={ids.input}
          value={form.fields.typed}
          onChange={(event) => form.setFields({ typed: asTyped(event) })}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={failure !== undefined}
          aria-describedby={failure ? ids.error : undefined}
          className="tabular h-24 w-full rounded-press border-3 border-ink bg-white px-4 text-center font-bold text-[2.25rem] uppercase tracking-[0.06em] phone:text-[2.5rem] tablet:h-26 tablet:text-[3.75rem]"
        />
      </div>
      <p
        role="alert"
        id={ids.error}
        className={
          failure
            ? 'flex items-start gap-4 rounded-press bg-danger-tint px-6 py-4 text-left font-semibold text-danger-deep text-elder'
            : ''
        }
      >
        {failure ? <Icon of={warning} className="mt-0.5 text-[2rem]" /> : null}
        {failure}
      </p>
      <TouchButton size="card" icon={arrow} isBusy={form.isPending} onPress={form.submit}>
        Set up this tablet
      </TouchButton>
    </form>
  );
}

/** The typed text cannot be a valid code, so it is not sent to the server. */
class NoCode extends Error {}

/**
 * Formats the text only while the cursor is at its end, because otherwise the cursor would jump.
 */
function asTyped({ currentTarget }: ChangeEvent<HTMLInputElement>): string {
  const { value, selectionStart } = currentTarget;
  return selectionStart === value.length ? inGroups(value) : value;
}

/** Formats in two groups; text that is too long for a code stays unchanged. */
function inGroups(typed: string): string {
  const code = normalisePairingCode(typed);
  return code.length > PAIRING_LENGTH ? typed : formatPairingCode(code);
}

function notACode(code: string): string {
  if (code === '') return 'Please type the code first.';
  return code.length === PAIRING_LENGTH
    ? 'One of these characters is in no code. Please compare it with what your family sees.'
    : `The code has ${PAIRING_LENGTH} letters and numbers. Please compare it with what your family sees.`;
}

/** Returns the server's message, or instructions if there was no response. */
function failureOf(error: unknown): string {
  if (error instanceof NoCode) return error.message;
  const isAnswer = error instanceof ApiError && error.status < 500;
  if (!isAnswer) return 'There was no answer. Please check the WiFi connection and try again.';
  const sentence = sentenceOf(error, 'This code does not work.');
  const isDead = refusedWith<SessionRefusal>(error, 'invalid-pairing-code');
  return isDead ? `${sentence} Please ask your family for a new one.` : sentence;
}
