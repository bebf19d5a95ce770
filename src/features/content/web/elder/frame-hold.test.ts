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
  ['what plays is paused and goes on after', [PLAYS, HELD], { status: 'asked', goesOn: true }],
  [
    'what is known to be silent stays on the page',
    [PLAYS, HELD, STILL, OVER],
    { status: 'asked', goesOn: true },
  ],
  [
    'what plays on is taken away, and plays when it is back',
    [PLAYS, HELD, OVER],
    { status: 'away', goesOn: true },
  ],
  [
    'what was paused by the elder stays paused after it',
    [PLAYS, STILL, HELD, RELEASED],
    { status: 'free', goesOn: false },
  ],
  ['what was still stays on the page', [STILL, HELD, OVER], { status: 'asked' }],
  ['what never said a word is taken away', [HELD, OVER], { status: 'away', goesOn: false }],
  ['to be there is not to be silent', [THERE, HELD, THERE, OVER], { status: 'away' }],
  ['a frame that cannot be told goes at once', [HELD_MUTE], { status: 'away', goesOn: false }],
  ['it is back after the reminder', [HELD_MUTE, RELEASED], { status: 'free', plays: 'unknown' }],
  [
    'what starts again under the reminder is taken away',
    [PLAYS, HELD, STILL, PLAYS, OVER],
    { status: 'away' },
  ],
  ['patience that ends after the reminder takes nothing', [PLAYS, OVER], { status: 'free' }],
  [
    'held twice is held once',
    [PLAYS, HELD, STILL, HELD],
    { status: 'asked', plays: 'no', goesOn: true },
  ],
];

describe('a frame under a reminder', () => {
  it.each(TABLE)('%s', (_title, events, after) => {
    expect(events.reduce(frameAfter, newFrame(false))).toMatchObject(after);
  });

  it('that was just beginning by itself begins again after it', () => {
    expect([HELD, OVER, RELEASED].reduce(frameAfter, newFrame(true)).goesOn).toBe(true);
    expect([HELD_MUTE, RELEASED].reduce(frameAfter, newFrame(true)).goesOn).toBe(false);
  });
});
