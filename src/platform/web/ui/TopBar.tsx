import type { ReactNode } from 'react';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { MessageStrip } from './MessageStrip.tsx';

interface TopBarProps {
  className?: string;
  /** The back button, the title and the clock. Each has one of the classes defined below. */
  children: ReactNode;
}

/** Class of the title: centred if there is enough space, otherwise at the end. */
export const BAR_TITLE = 'min-w-0 tablet:justify-self-end broad:justify-self-center';

/**
 * The bar at the top of a screen: the back button on the left, the title in the middle, the clock
 * on the right.
 */
export function TopBar({ className = '', children }: TopBarProps) {
  return (
    <>
      <header
        className={`mirrors relative flex min-h-26 gap-3 border-key-deep border-b-4 bg-key px-4 py-3 text-white tablet:grid tablet:grid-cols-[auto_1fr] tablet:items-center tablet:gap-6 tablet:px-8 broad:grid-cols-[auto_1fr_auto] min-[75em]:grid-cols-[1fr_minmax(0,auto)_1fr] ${className}`}
      >
        {children}
      </header>
      <MessageStrip place="bar" />
    </>
  );
}

interface BarClockProps {
  now: Date;
  /** Timezone of the household. While it is undefined, no time is shown. */
  timezone: string | undefined;
}

/** The time in a bar, on wide screens only. */
export function BarClock({ now, timezone }: BarClockProps) {
  if (timezone === undefined) return null;
  return (
    <p className="tabular hidden justify-self-end whitespace-nowrap font-bold text-[2.125rem] leading-tight broad:block min-[75em]:text-[2.5rem]">
      {formatTime(now, timezone)}
    </p>
  );
}
