import { type FormEvent, type ReactNode, type RefObject, useId } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface FormDialogProps {
  title: string;
  /** The word on the button that sends the form. */
  action: string;
  /** What is sent is not sent a second time. */
  isPending: boolean;
  isDangerous?: boolean;
  /** The word on the button that leaves everything as it is. */
  keep?: string;
  form?: RefObject<HTMLFormElement | null>;
  onSubmit: () => void;
  onClose: () => void;
  /** The fields, one below the other. */
  children: ReactNode;
}

/** A short form over the page. Mount it to open it. */
export function FormDialog(props: FormDialogProps) {
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!props.isPending) props.onSubmit();
  };
  return (
    <Dialog
      title={props.title}
      width="narrow"
      onClose={props.onClose}
      footer={
        <>
          <Button variant="outline" onPress={props.onClose}>
            {props.keep ?? 'Cancel'}
          </Button>
          <Button
            variant={props.isDangerous ? 'danger' : 'primary'}
            type="submit"
            form={id}
            isPending={props.isPending}
          >
            {props.action}
          </Button>
        </>
      }
    >
      <form ref={props.form} id={id} noValidate onSubmit={submit} className="grid gap-4.5">
        {props.children}
      </form>
    </Dialog>
  );
}
