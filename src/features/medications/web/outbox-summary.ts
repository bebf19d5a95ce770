import type { Press } from './outbox.ts';

/** Above every number that a store gives. */
const HELD_FROM = 2 ** 40;

/** What could not be written down, by its number: it lives as long as the page. */
const held = new Map<number, Press>();
let count = 0;

export function holdPress(press: Omit<Press, 'number'>): Press {
  count += 1;
  const kept = { ...press, number: HELD_FROM + count };
  held.set(kept.number, kept);
  return kept;
}

/** Whether a press is lost with the page. */
export function isHeld({ number }: Pick<Press, 'number'>): boolean {
  return held.has(number);
}

/** In their order. */
export const heldPresses = (): readonly Press[] => [...held.values()];

export const heldPress = (number: number) => held.get(number);

export function changeHeld(press: Press): void {
  held.set(press.number, press);
}

export function letGo(number: number): void {
  held.delete(number);
}
