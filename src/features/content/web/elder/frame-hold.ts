import { SECOND_MS } from '#platform/shared/durations.ts';
import type { FrameNews } from './frame-messages.ts';

/** Milliseconds within which a frame must confirm that it is paused before it is removed. */
export const PATIENCE_MS = SECOND_MS;

/**
 * The state of a frame under a reminder. `asked`: it was sent a pause message. `away`: it is
 * removed from the page, because it cannot be paused or did not pause, and the alarm must be
 * audible.
 */
export interface FrameHold {
  readonly status: 'free' | 'asked' | 'away';
  readonly plays: 'yes' | 'no' | 'unknown';
  /** True if the frame plays when it is mounted, or continues after the reminder. */
  readonly goesOn: boolean;
}

export type FrameEvent =
  | { readonly type: 'held'; readonly canBeTold: boolean }
  | { readonly type: 'told'; readonly news: FrameNews }
  | { readonly type: 'patience is over' }
  | { readonly type: 'released' };

export const newFrame = (startsByItself: boolean): FrameHold => ({
  status: 'free',
  plays: 'unknown',
  goesOn: startsByItself,
});

export function frameAfter(frame: FrameHold, event: FrameEvent): FrameHold {
  switch (event.type) {
    case 'held':
      return held(frame, event.canBeTold);
    case 'told':
      return event.news === 'there'
        ? frame
        : { ...frame, plays: event.news === 'playing' ? 'yes' : 'no' };
    case 'patience is over':
      return mustGo(frame) ? { ...frame, status: 'away', plays: 'unknown' } : frame;
    case 'released':
      return { ...frame, status: 'free' };
  }
}

/** True if the frame must be removed: it was asked to pause and has not confirmed it. */
export function mustGo({ status, plays }: FrameHold): boolean {
  return status === 'asked' && plays !== 'no';
}

function held(frame: FrameHold, canBeTold: boolean): FrameHold {
  if (frame.status !== 'free') return frame;
  if (!canBeTold) return { status: 'away', plays: 'unknown', goesOn: false };
  const goesOn = frame.plays === 'unknown' ? frame.goesOn : frame.plays === 'yes';
  return { ...frame, status: 'asked', goesOn };
}
