import { type ReactNode, useId } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { useDiscardQuestion } from './use-discard-question.tsx';
import type { SentForm } from './use-form.ts';

interface FormDialogProps {
  title: string;
  action: string;
  isDangerous?: boolean;
  /** Label of the cancel button. */
  keep?: string;
  form: SentForm;
  onClose: () => void;
  children: ReactNode;
}

/** A short form in a dialog, which opens when it is mounted. */
export function FormDialog(props: FormDialogProps) {
  const id = useId();
  const { close, question } = useDiscardQuestion(props.form.isUnsent, props.onClose);
  return (
    <Dialog
      title={props.title}
      width="narrow"
      onClose={close}
      footer={
        <>
          <Button variant="outline" onPress={props.onClose}>
            {props.keep ?? 'Cancel'}
          </Button>
          <Button
            variant={props.isDangerous ? 'danger' : 'primary'}
            type="submit"
            form={id}
            isPending={props.form.isPending}
          >
            {props.action}
          </Button>
        </>
      }
    >
      <form {...props.form.props} id={id} className="grid gap-4.5">
        {props.children}
      </form>
      {question}
    </Dialog>
  );
}
