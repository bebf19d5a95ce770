import { describe, expect, it } from 'vitest';
import { accessibility } from '../contract.ts';
import { DEFAULT_ACCESSIBILITY as USUAL } from './defaults.ts';
import { type Findings, propose, type SunTouch } from './propose.ts';

const touch = (more: Partial<SunTouch> = {}): SunTouch => ({
  heldMs: 120,
  driftPx: 0,
  sinceMs: 4000,
  isOnSun: true,
  ...more,
});
const times = (count: number, more: Partial<SunTouch> = {}) =>
  Array.from({ length: count }, () => touch(more));
const stray = (heldMs: number) => touch({ isOnSun: false, heldMs });

describe('propose for the touches of a hand', () => {
  it.each<[string, SunTouch[], object]>([
    ['a steady hand changes nothing', times(8), {}],
    ['three touches are too few', times(3, { driftPx: 90 }), {}],
    ['four touches are enough', times(4, { driftPx: 90 }), { driftPx: 100 }],
    [
      'a drift of 31 px raises the limit to 50 px',
      [...times(7), touch({ driftPx: 31 })],
      { driftPx: 50 },
    ],
    ['a drift of 12 px is within the default limit', [...times(7), touch({ driftPx: 12 })], {}],
    [
      'a drift of 400 px raises the limit to its maximum only',
      times(8, { driftPx: 400 }),
      { driftPx: 120 },
    ],
    [
      'a second tap after 0.25 s is within the default limit',
      [...times(8), touch({ sinceMs: 250 })],
      {},
    ],
    [
      'a second tap after 0.95 s raises the limit',
      [...times(8), touch({ sinceMs: 950 })],
      { repeatMs: 1200 },
    ],
    [
      'a second tap after 1.79 s raises the limit to its maximum',
      [...times(8), touch({ sinceMs: 1790 })],
      { repeatMs: 2000 },
    ],
    [
      'a second tap after 1.8 s counts as a separate press',
      [...times(8), touch({ sinceMs: 1800 })],
      {},
    ],
    ['one stray contact changes nothing', [...times(8, { heldMs: 400 }), stray(50)], {}],
    [
      'two short stray contacts raise the hold time',
      [...times(8, { heldMs: 400 }), stray(50), stray(90)],
      { holdMs: 250 },
    ],
    [
      'a stray contact as long as a press changes nothing',
      [...times(8, { heldMs: 400 }), stray(50), stray(300)],
      {},
    ],
    ['short presses change nothing', [...times(8, { heldMs: 60 }), stray(20), stray(25)], {}],
    [
      'very long presses raise the hold time to its maximum',
      [...times(8, { heldMs: 4000 }), stray(20), stray(25)],
      { holdMs: 800 },
    ],
  ])('proposal from touches: %s', (_, touches, proposed) => {
    expect(propose({ touches }, USUAL)).toEqual(proposed);
  });

  it('the proposed hold time is never longer than an intended press', () => {
    for (let heldMs = 10; heldMs < 3000; heldMs += 35) {
      const touches = [...times(6, { heldMs }), stray(5), stray(8)];
      expect(propose({ touches }, USUAL).holdMs ?? 0).toBeLessThanOrEqual(heldMs);
    }
  });
});

it.each<[string, Findings, object]>([
  ['no measurements', {}, {}],
  ['normal text size', { textSize: 100 }, {}],
  ['larger text size', { textSize: 140 }, { textSize: 140 }],
  ['text size between two steps', { textSize: 145 }, { textSize: 150 }],
  ['text size above the maximum', { textSize: 500 }, { textSize: 160 }],
  ['alarm heard at a low loudness', { heardAt: 50 }, {}],
  ['alarm heard at the normal loudness', { heardAt: 100 }, { alarmLoudness: 125 }],
  [
    'alarm heard only at the maximum loudness',
    { heardAt: 125 },
    { alarmLoudness: 125, alarmTone: 'rich' },
  ],
  [
    'alarm not heard',
    { heardAt: null },
    { alarmLoudness: 125, alarmTone: 'rich', screenFlash: true },
  ],
  ['slower voice', { speechRate: 70 }, { speechRate: 70 }],
  ['left hand', { hand: 'left' }, { hand: 'left' }],
  ['right hand', { hand: 'right' }, {}],
])('proposal from the other steps: %s', (_, findings, proposed) => {
  expect(propose(findings, USUAL)).toEqual(proposed);
});

it('propose resets values that are no longer needed, and returns only values that the contract accepts', () => {
  const present = { ...USUAL, driftPx: 100, textSize: 160, hand: 'left' } as const;
  const findings = { touches: times(8), textSize: 120, hand: 'right' } as const;
  const proposed = propose(findings, present);
  expect(proposed).toEqual({ driftPx: 40, textSize: 120, hand: 'right' });
  expect(accessibility.partial().safeParse(proposed).success).toBe(true);
});
