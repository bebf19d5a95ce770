import { expect, it } from 'vitest';
import { distanceOff, verdictMessage, verdictOf } from './press-verdict.ts';

const values = { holdMs: 300, driftPx: 40, repeatMs: 800 };

it.each([
  [{ heldMs: 300, driftPx: 40, sinceMs: 800 }, 'pressed'],
  [{ heldMs: 299, driftPx: 0, sinceMs: 5000 }, 'too-short'],
  [{ heldMs: 900, driftPx: 41, sinceMs: 5000 }, 'slid-off'],
  [{ heldMs: 900, driftPx: 0, sinceMs: 799 }, 'repeated'],
  [{ heldMs: 10, driftPx: 90, sinceMs: 100 }, 'repeated'],
] as const)('a contact of %j is judged as %s', (measured, verdict) => {
  expect(verdictOf(measured, values)).toBe(verdict);
});

it.each([
  ['pressed', 'Pressed. The finger rested for 0.3 seconds.'],
  ['repeated', 'Ignored: 0.6 seconds after the press before.'],
  ['slid-off', 'Slid off: lifted 52 pixels beside the button.'],
  ['too-short', 'Too short: the finger rested for 0.3 seconds.'],
] as const)('the message of the verdict %s contains the measured value', (verdict, words) => {
  expect(verdictMessage(verdict, { heldMs: 310, driftPx: 51.7, sinceMs: 640 })).toBe(words);
});

it.each([
  [{ x: 15, y: 15 }, 0],
  [{ x: 4, y: 15 }, 6],
  [{ x: 15, y: 33 }, 13],
  [{ x: 27, y: 25 }, 7],
])('a point at %j is %d px outside the box', (point, px) => {
  expect(distanceOff({ left: 10, top: 10, right: 20, bottom: 20 }, point)).toBe(px);
});
