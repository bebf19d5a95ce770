import { type ReactNode, useId } from 'react';
import { Heading } from 'react-aria-components';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import type { Outcome } from './attempt.ts';
import { OwnPasswordField } from './OwnPasswordField.tsx';
import { useAction } from './use-action.ts';
import { useForm } from './use-form.ts';

interface ConfirmDialogProps<Answer>
  extends Pick<Outcome<Answer>, 'success' | 'failure' | 'onDone'> {
  title: string;
  /** The whole question. */
  text: string;
  /** The word on the button that does it. */
  action: string;
  /** Does it; the password is empty where none is asked for. */
  call: (password: string) => Promise<Answer>;
  /** What can be done instead, and loses less. */
  other?: { action: string; call: () => Promise<Answer> };
  /** Why the person at the screen types their own password once more. */
  passwordReason?: string;
  /** The word on the button that leaves everything as it is. */
  keep?: string;
  /** It is done, refused or given up; a wrong password can be typed again. */
  onClose: () => void;
}

/**
 * Asks before something is lost, does it and says what became of it. Mount it to open it; pressing
 * beside it does not close it.
 */
export function ConfirmDialog<Answer>(props: ConfirmDialogProps<Answer>) {
  const { success, failure, other, passwordReason, onClose } = props;
  const id = useId();
  const outcome = {
    success,
    failure,
    onDone: (answer: Answer) => {
      props.onDone?.(answer);
      onClose();
    },
  };
  const form = useForm({
    ...outcome,
    fieldsOf: () => ({ password: '' }),
    check: ({ password }) =>
      passwordReason && password === '' ? { password: 'Please enter your password.' } : {},
    send: ({ password }) => props.call(password),
    wrongIn: ({ password, currentPassword = password }) => ({ password: currentPassword }),
    onRefused: (_, { password }) => {
      if (password === undefined) onClose();
    },
    isFleeting: true,
  });
  const instead = useAction({
    ...outcome,
    call: (work: () => Promise<Answer>) => work(),
    onRefused: onClose,
  });
  return (
    <Question title={props.title} text={props.text} onClose={onClose}>
      {passwordReason ? (
        <form {...form.props} id={id} className="mt-5 grid gap-4.5 px-7">
          <OwnPasswordField reason={passwordReason} field={form.field('password')} />
        </form>
      ) : null}
      <footer className="mt-5 flex flex-wrap justify-end gap-3 border-line border-t px-7 py-4">
        <Button variant="outline" autoFocus onPress={onClose}>
          {props.keep ?? 'Cancel'}
        </Button>
        {other ? (
          <Button
            variant="danger-outline"
            isPending={instead.isPending}
            onPress={() => instead.run(other.call)}
          >
            {other.action}
          </Button>
        ) : null}
        <Button
          variant="danger"
          isPending={form.isPending}
          {...(passwordReason ? { type: 'submit', form: id } : { onPress: form.submit })}
        >
          {props.action}
        </Button>
      </footer>
    </Question>
  );
}

interface QuestionProps {
  title: string;
  text: string;
  onClose: () => void;
  children: ReactNode;
}

function Question({ title, text, onClose, children }: QuestionProps) {
  return (
    <Modal
      role="alertdialog"
      onClose={onClose}
      overlayClassName="items-center justify-center p-4"
      className="max-h-full w-full max-w-125 animate-rise overflow-auto rounded-sheet bg-surface shadow-e3"
    >
      <div className="px-7 pt-6">
        <Heading slot="title" className="font-bold text-section">
          {title}
        </Heading>
        <p className="mt-3">{text}</p>
      </div>
      {children}
    </Modal>
  );
}
