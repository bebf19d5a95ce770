import { describe, expect, it } from 'vitest';
import { accessibility } from './contract.ts';
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

describe('a hand', () => {
  it.each<[string, SunTouch[], object]>([
    ['a steady one needs nothing', times(8), {}],
    ['three touches are too few', times(3, { driftPx: 90 }), {}],
    ['four are enough', times(4, { driftPx: 90 }), { driftPx: 100 }],
    [
      'one that drifts 31 px has room for it',
      [...times(7), touch({ driftPx: 31 })],
      { driftPx: 50 },
    ],
    ['one that drifts 12 px has room already', [...times(7), touch({ driftPx: 12 })], {}],
    ['no drift is followed out of sight', times(8, { driftPx: 400 }), { driftPx: 120 }],
    ['one that taps twice at once is as usual', [...times(8), touch({ sinceMs: 250 })], {}],
    [
      'one that taps again after 0.95 s',
      [...times(8), touch({ sinceMs: 950 })],
      { repeatMs: 1200 },
    ],
    [
      'one that taps again after 1.79 s',
      [...times(8), touch({ sinceMs: 1790 })],
      { repeatMs: 2000 },
    ],
    ['after 1.8 s it is a press of its own', [...times(8), touch({ sinceMs: 1800 })], {}],
    ['one that brushes the screen once', [...times(8, { heldMs: 400 }), stray(50)], {}],
    ['twice', [...times(8, { heldMs: 400 }), stray(50), stray(90)], { holdMs: 250 }],
    ['so long as its presses', [...times(8, { heldMs: 400 }), stray(50), stray(300)], {}],
    ['whose presses are short', [...times(8, { heldMs: 60 }), stray(20), stray(25)], {}],
    ['whose presses last', [...times(8, { heldMs: 4000 }), stray(20), stray(25)], { holdMs: 800 }],
  ])('%s', (_, touches, proposed) => {
    expect(propose({ touches }, USUAL)).toEqual(proposed);
  });

  it('would have every press counted that was meant', () => {
    for (let heldMs = 10; heldMs < 3000; heldMs += 35) {
      const touches = [...times(6, { heldMs }), stray(5), stray(8)];
      expect(propose({ touches }, USUAL).holdMs ?? 0).toBeLessThanOrEqual(heldMs);
    }
  });
});

it.each<[string, Findings, object]>([
  ['nothing was measured', {}, {}],
  ['the usual size is read', { textSize: 100 }, {}],
  ['a larger one', { textSize: 140 }, { textSize: 140 }],
  ['one that there is not', { textSize: 145 }, { textSize: 150 }],
  ['beyond all', { textSize: 500 }, { textSize: 160 }],
  ['the alarm is heard when it is soft', { heardAt: 50 }, {}],
  ['when it is as usual', { heardAt: 100 }, { alarmLoudness: 125 }],
  ['only at its loudest', { heardAt: 125 }, { alarmLoudness: 125, alarmTone: 'rich' }],
  ['not at all', { heardAt: null }, { alarmLoudness: 125, alarmTone: 'rich', screenFlash: true }],
  ['a slower voice', { speechRate: 70 }, { speechRate: 70 }],
  ['the left hand', { hand: 'left' }, { hand: 'left' }],
  ['the right hand', { hand: 'right' }, {}],
])('where %s', (_, findings, proposed) => {
  expect(propose(findings, USUAL)).toEqual(proposed);
});

it('takes back what is no longer needed, and proposes nothing that the contract refuses', () => {
  const present = { ...USUAL, driftPx: 100, textSize: 160, hand: 'left' } as const;
  const findings = { touches: times(8), textSize: 120, hand: 'right' } as const;
  const proposed = propose(findings, present);
  expect(proposed).toEqual({ driftPx: 40, textSize: 120, hand: 'right' });
  expect(accessibility.partial().safeParse(proposed).success).toBe(true);
});
