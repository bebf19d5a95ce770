import { type FormEvent, type ReactNode, useId } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './Button.tsx';
import { OVERLAY } from './variants.ts';

interface AlertDialogProps {
  title: string;
  /** The whole question. */
  text: string;
  /** The word on the button that does it. */
  action: string;
  isPending: boolean;
  onConfirm: () => void;
  /** What can be done instead, and loses less. */
  other?: { action: string; isPending: boolean; onConfirm: () => void } | undefined;
  /** The word on the button that leaves everything as it is. */
  keep?: string;
  onClose: () => void;
  /** What is to be filled in before it is done. */
  children?: ReactNode;
}

/** Asks before something is lost. Mount it to open it; pressing beside it does not close it. */
export function AlertDialog(props: AlertDialogProps) {
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!props.isPending) props.onConfirm();
  };
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      className={`p-4 ${OVERLAY}`}
    >
      <Modal className="max-h-full w-full max-w-125 animate-rise overflow-auto rounded-sheet bg-surface shadow-e3">
        <Dialog role="alertdialog" className="outline-none">
          <div className="px-7 pt-6 pb-5">
            <Heading slot="title" className="font-bold text-section">
              {props.title}
            </Heading>
            <p className="mt-3">{props.text}</p>
            {props.children ? (
              <form id={form} noValidate onSubmit={submit} className="mt-5 grid gap-4.5">
                {props.children}
              </form>
            ) : null}
          </div>
          <footer className="flex flex-wrap justify-end gap-3 border-line border-t px-7 py-4">
            <Button variant="outline" autoFocus onPress={props.onClose}>
              {props.keep ?? 'Cancel'}
            </Button>
            {props.other ? (
              <Button
                variant="danger-outline"
                isPending={props.other.isPending}
                onPress={props.other.onConfirm}
              >
                {props.other.action}
              </Button>
            ) : null}
            {props.children ? (
              <Button variant="danger" type="submit" form={form} isPending={props.isPending}>
                {props.action}
              </Button>
            ) : (
              <Button variant="danger" isPending={props.isPending} onPress={props.onConfirm}>
                {props.action}
              </Button>
            )}
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
