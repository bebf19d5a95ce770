import left from '@phosphor-icons/core/assets/bold/caret-left-bold.svg?raw';
import right from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?raw';
import pause from '@phosphor-icons/core/assets/fill/pause-fill.svg?raw';
import play from '@phosphor-icons/core/assets/fill/play-fill.svg?raw';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { Viewer, ViewerEvent } from '../../domain/viewer.ts';

const CONTROL =
  'flex items-center justify-center border-3 border-white bg-[rgb(18_21_31/86%)] text-white transition-[transform] active:bg-viewer active:[transform:scale(0.985)]';

/** The layout of an arrow; the arrow is next to the photo if there is enough space. */
const PLACE =
  'h-21 w-24 flex-none rounded-sheet text-[3rem] max-phone:w-19 tablet:h-26 tablet:w-40 tablet:rounded-card broad:tall:absolute broad:tall:top-[calc(50%-5rem)] broad:tall:z-1 broad:tall:h-40 broad:tall:w-26';

const SIDES = { previous: 'broad:tall:left-8', next: 'broad:tall:right-8' };

interface SlideshowButtonProps {
  viewer: Viewer;
  count: number;
  send: (event: ViewerEvent) => void;
}

const ACTS = {
  open: { type: 'start pressed', icon: play, label: 'Start Slideshow' },
  running: { type: 'pause', icon: pause, label: 'Pause' },
  paused: { type: 'resume', icon: play, label: 'Resume' },
} as const;

/** One button for start, pause and resume, so that it keeps the focus. */
export function SlideshowButton({ viewer, count, send }: SlideshowButtonProps) {
  if (viewer.status === 'closed' || (viewer.status === 'open' && count < 2)) return null;
  const { type, icon, label } = ACTS[viewer.status];
  return (
    <button
      type="button"
      className={`${CONTROL} ml-auto min-h-19 gap-2.5 rounded-press px-4 py-1 font-bold text-[1.5rem] leading-[1.1] tablet:gap-4 tablet:px-7 tablet:text-[1.75rem] [&_.icon]:text-[2rem] tablet:[&_.icon]:text-[2.25rem]`}
      onClick={() => send({ type })}
    >
      <Icon of={icon} />
      {label}
    </button>
  );
}

interface ArrowProps {
  way: 'previous' | 'next';
  isThere: boolean;
  send: (event: ViewerEvent) => void;
}

/**
 * An arrow. Its space stays empty if it is unavailable, so that no other control moves under the
 * finger.
 */
export function Arrow({ way, isThere, send }: ArrowProps) {
  const place = `${PLACE} ${SIDES[way]}`;
  if (!isThere) return <span aria-hidden="true" className={place} />;
  return (
    <button
      type="button"
      aria-label={way === 'previous' ? 'Previous photo' : 'Next photo'}
      data-arrow=""
      className={`${CONTROL} ${place}`}
      onClick={() => send({ type: way })}
    >
      <Icon of={way === 'previous' ? left : right} />
    </button>
  );
}
