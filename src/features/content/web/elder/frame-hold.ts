import { SECOND_MS } from '#kit/shared/durations.ts';
import type { FrameNews } from './frame-messages.ts';

/** So long a frame may take to fall silent before it is taken away, in milliseconds. */
export const PATIENCE_MS = SECOND_MS;

/**
 * A frame under a reminder. `asked`: it was told to pause. `away`: it could not be told, or went on
 * all the same, and is off the page, for the alarm must be heard.
 */
export interface FrameHold {
  readonly status: 'free' | 'asked' | 'away';
  readonly plays: 'yes' | 'no' | 'unknown';
  /** It plays by itself when it is put on the page, or plays on after the reminder. */
  readonly goesOn: boolean;
}

export type FrameEvent =
  | { readonly type: 'held'; readonly canBeTold: boolean }
  | { readonly type: 'told'; readonly news: FrameNews }
  | { readonly type: 'patience is over' }
  | { readonly type: 'released' };

/** A frame that is put on the page. */
export const newFrame = (startsByItself: boolean): FrameHold => ({
  status: 'free',
  plays: 'unknown',
  goesOn: startsByItself,
});

/** What becomes of the frame after an event. */
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

/** It was asked to be silent and is not known to be. */
export function mustGo({ status, plays }: FrameHold): boolean {
  return status === 'asked' && plays !== 'no';
}

function held(frame: FrameHold, canBeTold: boolean): FrameHold {
  if (frame.status !== 'free') return frame;
  if (!canBeTold) return { status: 'away', plays: 'unknown', goesOn: false };
  const goesOn = frame.plays === 'unknown' ? frame.goesOn : frame.plays === 'yes';
  return { ...frame, status: 'asked', goesOn };
}
