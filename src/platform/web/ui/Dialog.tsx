import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import type { ReactNode } from 'react';
import { Button, Heading } from 'react-aria-components';
import { Icon } from './Icon.tsx';
import { Modal } from './Modal.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The buttons at the bottom, always visible. */
  footer: ReactNode;
  width?: 'wide' | 'narrow';
}

const WIDTHS = { wide: 'tablet:max-w-215', narrow: 'tablet:max-w-125' };

/**
 * A form in a dialog over the page; on a phone it has the full height. It opens when it is mounted.
 */
export function Dialog({ title, onClose, children, footer, width = 'wide' }: DialogProps) {
  return (
    <Modal
      onClose={onClose}
      className={`h-full w-full animate-rise tablet:h-auto tablet:max-h-[calc(100%-2rem)] tablet:px-4 tablet:tall:flex ${WIDTHS[width]}`}
      dialogClassName="flex h-full max-h-full w-full flex-col overflow-hidden bg-surface shadow-e3 short:overflow-auto tablet:h-auto tablet:rounded-sheet"
    >
      <header className="flex items-center justify-between gap-4 px-4 pt-4 tablet:px-7 tablet:pt-6">
        <Heading slot="title" className="font-bold text-[1.5rem] leading-tight">
          {title}
        </Heading>
        <Button
          slot="close"
          aria-label="Close"
          className="grid size-11.5 flex-none place-items-center rounded-control text-[1.25rem] data-hovered:bg-sunk"
        >
          <Icon of={x} />
        </Button>
      </header>
      <div className="flex-1 overflow-y-auto px-4 py-4 short:overflow-visible tablet:px-7">
        {children}
      </div>
      <footer className="flex flex-wrap justify-end gap-3 border-line border-t px-4 py-4 tablet:px-7">
        {footer}
      </footer>
    </Modal>
  );
}
