import type { ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useCloseRequests } from '../use-close-requests.ts';
import { OVERLAY } from './variants.ts';

export interface ModalFrameProps {
  onClose: () => void;
  children: ReactNode;
  /**
   * Classes of the box over the page; `dialogClassName` has those of the dialog element that fills
   * the box.
   */
  className: string;
  dialogClassName?: string;
  /** Classes that position the box on the darkened page. Default: centred. */
  overlayClassName?: string;
  role?: 'alertdialog';
  /** Accessible name of the dialog, if no heading in it is its title. */
  label?: string;
  /** True if a press outside closes the dialog. */
  isDismissable?: boolean;
}

/** The focus trap, the overlay and the box of every dialog. */
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
