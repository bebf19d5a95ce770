import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import { type ReactNode, useEffect, useRef } from 'react';
import { useScreenTitle } from '#kit/web/screen-title.ts';
import { TouchButton } from '#kit/web/ui/TouchButton.tsx';
import './opened.css';

interface OpenedProps {
  title: string;
  /** Whose it is: 'gardens.example.org'. */
  source?: string;
  /** Dark around moving pictures, else in the colour of the place. */
  variant: 'dark' | 'key';
  /** A reminder stands above it and has the keys. */
  isHeld: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * One thing on the whole screen under a strip with its title and Close. The focus begins at the
 * title: Close is the next in order, before a frame that keeps the keys to itself.
 */
export function Opened({ title, source, variant, isHeld, onClose, children }: OpenedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useScreenTitle(title);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  useEscape(isHeld ? undefined : onClose);
  return (
    <div className="opened" data-variant={variant}>
      <header className="opened-strip">
        <div className="opened-title">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {source && <p>From {source}</p>}
        </div>
        <TouchButton
          variant={variant === 'dark' ? 'primary' : 'white'}
          icon={x}
          className="max-tablet:px-4! max-tablet:text-elder"
          onPress={onClose}
        >
          Close
        </TouchButton>
      </header>
      <main className="opened-stage">{children}</main>
    </div>
  );
}

function useEscape(onEscape: (() => void) | undefined): void {
  const latest = useRef(onEscape);
  useEffect(() => {
    latest.current = onEscape;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key === 'Escape') latest.current?.();
    };
    // On its way down: the reminder that this very key closes still counts as standing.
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, []);
}
