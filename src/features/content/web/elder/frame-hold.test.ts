import { describe, expect, it } from 'vitest';
import { type FrameEvent, type FrameHold, frameAfter, newFrame } from './frame-hold.ts';

const HELD: FrameEvent = { type: 'held', canBeTold: true };
const HELD_MUTE: FrameEvent = { type: 'held', canBeTold: false };
const PLAYS: FrameEvent = { type: 'told', news: 'playing' };
const STILL: FrameEvent = { type: 'told', news: 'still' };
const THERE: FrameEvent = { type: 'told', news: 'there' };
const OVER: FrameEvent = { type: 'patience is over' };
const RELEASED: FrameEvent = { type: 'released' };

const TABLE: readonly [string, readonly FrameEvent[], Partial<FrameHold>][] = [
  [
    'a playing frame is paused and continues afterwards',
    [PLAYS, HELD],
    { status: 'asked', goesOn: true },
  ],
  [
    'a frame that confirms the pause stays on the page',
    [PLAYS, HELD, STILL, OVER],
    { status: 'asked', goesOn: true },
  ],
  [
    'a frame that keeps playing is removed, and plays when it returns',
    [PLAYS, HELD, OVER],
    { status: 'away', goesOn: true },
  ],
  [
    'a frame that the elder paused stays paused',
    [PLAYS, STILL, HELD, RELEASED],
    { status: 'free', goesOn: false },
  ],
  ['a frame that does not play stays on the page', [STILL, HELD, OVER], { status: 'asked' }],
  ['a frame that never reported is removed', [HELD, OVER], { status: 'away', goesOn: false }],
  [
    'a frame that only reports that it is ready is removed',
    [THERE, HELD, THERE, OVER],
    { status: 'away' },
  ],
  [
    'a frame that accepts no messages is removed at once',
    [HELD_MUTE],
    { status: 'away', goesOn: false },
  ],
  [
    'a removed frame returns after the reminder',
    [HELD_MUTE, RELEASED],
    { status: 'free', plays: 'unknown' },
  ],
  [
    'a frame that starts again under the reminder is removed',
    [PLAYS, HELD, STILL, PLAYS, OVER],
    { status: 'away' },
  ],
  ['a timeout after the reminder removes nothing', [PLAYS, OVER], { status: 'free' }],
  [
    'a second reminder changes nothing',
    [PLAYS, HELD, STILL, HELD],
    { status: 'asked', plays: 'no', goesOn: true },
  ],
];

describe('frameAfter keeps a frame silent under a reminder', () => {
  it.each(TABLE)('frame under a reminder: %s', (_title, events, after) => {
    expect(events.reduce(frameAfter, newFrame(false))).toMatchObject(after);
  });

  it('a frame that was about to play automatically plays after the reminder', () => {
    expect([HELD, OVER, RELEASED].reduce(frameAfter, newFrame(true)).goesOn).toBe(true);
    expect([HELD_MUTE, RELEASED].reduce(frameAfter, newFrame(true)).goesOn).toBe(false);
  });
});
