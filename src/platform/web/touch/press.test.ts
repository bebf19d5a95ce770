import { describe, expect, it } from 'vitest';
import { actsOnRelease, isPalm, type Press, pressedDown, pressedMoved } from './press.ts';

const box = { left: 100, top: 100, right: 300, bottom: 200 };
const elsewhere = { left: 400, top: 100, right: 600, bottom: 200 };
const at = (x: number, y: number, pointerId = 1) => ({ pointerId, x, y });
const press: Press<string> = { pointerId: 1, target: 'Photos', box, isInside: true };

describe('actsOnRelease with a drift of 40 px', () => {
  it.each([
    ['inside the target', at(200, 150), true],
    ['39 px left of the target', at(61, 150), true],
    ['40 px below the target', at(200, 240), true],
    ['41 px right of the target', at(341, 150), false],
    ['41 px above the target', at(200, 59), false],
    ['by another finger', at(200, 150, 2), false],
  ])('a release %s triggers the action or not, by its distance', (_, contact, acts) => {
    expect(actsOnRelease(press, contact, 40)).toBe(acts);
  });

  it.each([
    [20, at(79, 150), false],
    [20, at(80, 150), true],
    [120, at(420, 150), true],
    [120, at(421, 150), false],
  ])('a release with %d px of drift configured acts as expected', (driftPx, contact, acts) => {
    expect(actsOnRelease(press, contact, driftPx)).toBe(acts);
  });

  it('a press ends when the finger slides off, and resumes when it returns', () => {
    const off = pressedMoved(press, at(342, 150), 40);
    expect(off.isInside).toBe(false);
    expect(pressedMoved(off, at(338, 150), 40).isInside).toBe(true);
    expect(pressedMoved(press, at(342, 150, 2), 40)).toBe(press);
  });
});

describe('pressedDown with two fingers', () => {
  it.each([
    ['the second finger touches no target', undefined, 'Photos'],
    ['the second finger touches the same target', 'Photos', 'Photos'],
    ['the second finger touches another target', 'Watch', undefined],
  ])('the target when %s', (_, second, meant) => {
    expect(pressedDown(press, at(500, 150, 2), second, elsewhere)?.target).toBe(meant);
  });

  it('a finger that touches no target presses nothing', () => {
    expect(pressedDown<string>(undefined, at(5, 5), undefined, box)).toBeUndefined();
  });

  it('a finger whose release was never received is replaced by its next press', () => {
    expect(pressedDown(press, at(500, 150), 'Watch', elsewhere)?.target).toBe('Watch');
  });
});

it.each([
  [24, 30, false],
  [70, 90, false],
  [130, 60, true],
  [60, 120, true],
])('a contact of %d by %d px is the heel of a hand: %s', (width, height, palm) => {
  expect(isPalm({ width, height })).toBe(palm);
});
