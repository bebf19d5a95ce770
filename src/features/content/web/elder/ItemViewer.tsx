import { type ReactNode, useEffect, useRef } from 'react';
import { useScreenTitle } from '#kit/web/screen-title.ts';
import { CloseButton } from '#kit/web/ui/CloseButton.tsx';
import { BAR_TITLE, TopBar } from '#kit/web/ui/TopBar.tsx';
import { useBackCloses } from '#kit/web/use-back-closes.ts';

const BAR = 'items-center max-phone:flex-col max-phone:items-start';

/** Where a name and a host would be broken beside Close, they stand below it. */
const BARS = {
  dark: 'border-b-0! bg-viewer!',
  key: 'max-tablet:tall:flex-col max-tablet:tall:items-start',
};

const STAGES = { dark: 'bg-viewer text-white', key: 'bg-surface' };

interface OpenedProps {
  title: string;
  /** Whose it is: 'gardens.example.org'. */
  source?: string;
  /** Dark around what plays, else in the colour of the place. */
  variant: 'dark' | 'key';
  clock: ReactNode;
  /** A reminder stands above it and has the keys. */
  isHeld: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * One thing on the whole screen under a bar with Close and its title. The focus begins at the title:
 * Close is the next in order, before a frame that keeps the keys to itself.
 */
export function Opened({ title, source, variant, isHeld, onClose, ...rest }: OpenedProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useScreenTitle(title);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  useEscape(isHeld ? undefined : onClose);
  useBackCloses(onClose);
  return (
    <div className="grid flex-1 grid-cols-1 grid-rows-[auto_minmax(0,1fr)]">
      {/* Where it would take half of the screen it is scrolled with what it names. */}
      <div className="phone:tall:sticky phone:tall:top-0 phone:tall:z-10">
        <TopBar className={`${BAR} ${BARS[variant]}`}>
          <div className={`wrap-anywhere broad:text-center ${BAR_TITLE}`}>
            <h1
              ref={heading}
              tabIndex={-1}
              className="text-least leading-[1.2] tablet:text-item broad:text-[2.25rem]"
            >
              {title}
            </h1>
            {source && <p className="font-semibold text-least leading-tight">From {source}</p>}
          </div>
          <CloseButton className="order-first" onPress={onClose} />
          {rest.clock}
        </TopBar>
      </div>
      <main className={`flex min-h-60 flex-col ${STAGES[variant]}`}>{rest.children}</main>
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
