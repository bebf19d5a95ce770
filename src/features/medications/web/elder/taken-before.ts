import { createStore } from '#platform/web/create-store.ts';
import type { DosePress } from '../dose-store.ts';
import { keyOf } from '../reminder-machine.ts';

/** A Taken press on this tablet for a dose that had already been logged as taken. */
export interface TakenBefore {
  readonly press: DosePress;
  /** The name of the person who logged the dose first. */
  readonly by: string;
  /** The time of that log, as an ISO instant. */
  readonly at: string;
  /** True until the person has answered whether it was an extra dose. */
  readonly isOpen: boolean;
}

const known = createStore<readonly TakenBefore[]>([]);

export const useTakenBefore = known.useValue;

const others = (press: DosePress) =>
  known.get().filter((each) => keyOf(each.press) !== keyOf(press));

export function addTakenBefore(press: DosePress, { by, at }: { by: string; at: string }): void {
  known.set([...others(press), { press, by, at, isOpen: true }]);
}

/**
 * Marks the question as answered. The entry stays, because an answer given elsewhere must not be
 * undone here.
 */
export function closeTakenBefore(asked: TakenBefore): void {
  known.set([...others(asked.press), { ...asked, isOpen: false }]);
}

/** Removes the entries of these doses, because they are answered again. */
export function forgetTakenBefore(doses: readonly Parameters<typeof keyOf>[0][]): void {
  const keys = new Set(doses.map(keyOf));
  const rest = known.get().filter(({ press }) => !keys.has(keyOf(press)));
  if (rest.length < known.get().length) known.set(rest);
}

/** True if the press of this dose repeated an existing taken answer. */
export const wasTakenBefore = (dose: Parameters<typeof keyOf>[0]): boolean =>
  known.get().some(({ press }) => keyOf(press) === keyOf(dose));
