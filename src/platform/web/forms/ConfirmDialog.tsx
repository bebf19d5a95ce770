import type { ReactNode } from 'react';
import { Heading } from 'react-aria-components';
import { Button } from '../ui/Button.tsx';
import { Modal } from '../ui/Modal.tsx';
import type { Outcome } from './attempt.ts';
import { useAction } from './use-action.ts';

interface ConfirmDialogProps<Answer>
  extends Pick<Outcome<Answer>, 'success' | 'failure' | 'onDone'> {
  title: string;
  /** The question to the user, as a full sentence. */
  text: string;
  /** Optional form fields below the question. */
  children?: ReactNode;
  action: string;
  call: () => Promise<Answer>;
  /** A second action button, for an action that loses less. */
  other?: { action: string; call: () => Promise<Answer> };
  /** Label of the cancel button. */
  keep?: string;
  /** Called after the action has succeeded, was refused, or was cancelled by the user. */
  onClose: () => void;
}

/**
 * A dialog that asks for confirmation, makes the call and reports its outcome. It opens when it is
 * mounted. Pressing outside does not close it.
 */
export function ConfirmDialog<Answer>(props: ConfirmDialogProps<Answer>) {
  const { success, failure, other, onClose } = props;
  const outcome = {
    success,
    failure,
    onDone: (answer: Answer) => {
      props.onDone?.(answer);
      onClose();
    },
  };
  const action = useAction({
    ...outcome,
    call: (work: () => Promise<Answer>) => work(),
    onRefused: onClose,
  });
  return (
    <Question title={props.title} text={props.text} onClose={onClose}>
      {props.children ? <div className="mt-4 px-7">{props.children}</div> : null}
      <footer className="mt-5 flex flex-wrap justify-end gap-3 border-line border-t px-7 py-4">
        <Button variant="outline" autoFocus onPress={onClose}>
          {props.keep ?? 'Cancel'}
        </Button>
        {other ? (
          <Button
            variant="danger-outline"
            isPending={action.isPending}
            onPress={() => action.run(other.call)}
          >
            {other.action}
          </Button>
        ) : null}
        <Button
          variant="danger"
          isPending={action.isPending}
          onPress={() => action.run(props.call)}
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
