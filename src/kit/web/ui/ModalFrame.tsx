import type { ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useCloseRequests } from '../use-close-requests.ts';
import { OVERLAY } from './variants.ts';

export interface ModalFrameProps {
  onClose: () => void;
  children: ReactNode;
  /** The box over the page, and the dialog that fills it. */
  className: string;
  dialogClassName?: string;
  /** Where the box stands on the darkened page; in its middle unless told. */
  overlayClassName?: string;
  role?: 'alertdialog';
  /** Its name, where no heading is its title. */
  label?: string;
  /** Whether a press beside it closes it. */
  isDismissable?: boolean;
}

/** The focus trap, the darkened page and the box of every dialog. */
export function ModalFrame(props: ModalFrameProps) {
  useCloseRequests(props.onClose);
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      isDismissable={props.isDismissable ?? false}
      className={`${OVERLAY} ${props.overlayClassName ?? 'items-center justify-center'}`}
    >
      <Modal className={props.className}>
        <Dialog
          role={props.role ?? 'dialog'}
          className={`outline-none ${props.dialogClassName ?? ''}`}
          {...(props.label ? { 'aria-label': props.label } : {})}
        >
          {props.children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
