import { type ReactNode, useEffect, useRef } from 'react';
import { useScreenTitle } from '#platform/web/screen-title.ts';
import { CloseButton } from '#platform/web/ui/CloseButton.tsx';
import { BAR_TITLE, TopBar } from '#platform/web/ui/TopBar.tsx';
import { useBackCloses } from '#platform/web/use-back-closes.ts';

const BAR = 'items-center max-phone:flex-col max-phone:items-start';

/** On narrow screens, title and source are placed below the Close button. */
const BARS = {
  dark: 'border-b-0! bg-viewer!',
  key: 'max-tablet:tall:flex-col max-tablet:tall:items-start',
};

const STAGES = { dark: 'bg-viewer text-white', key: 'bg-surface' };

interface OpenedProps {
  title: string;
  /** The source, for example 'gardens.example.org'. */
  source?: string;
  /** `dark` for players, `key` for the color of the section. */
  variant: 'dark' | 'key';
  clock: ReactNode;
  /** True while a reminder is shown: key presses are for the reminder then. */
  isHeld: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * One entry in full screen, under a bar with Close and its title. The focus starts at the title, so
 * that Close is next in the tab order, before a frame that captures keys.
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
      {/* On a small screen the bar scrolls with the content, because it would take half of the
          height. */}
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
    // Listens in the capture phase: `isHeld` is still true then for the key press that closes the
    // reminder.
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, []);
}
