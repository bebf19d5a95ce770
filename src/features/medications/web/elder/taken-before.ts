import { useSyncExternalStore } from 'react';
import type { Said } from '../dose-store.ts';
import { keyOf } from '../reminder-machine.ts';

/** A Taken that was pressed here, of a dose that somebody had said Taken of already. */
export interface TakenBefore {
  readonly press: Said;
  /** Who had, as they are called. */
  readonly by: string;
  /** When, an ISO instant. */
  readonly at: string;
  /** Whether it was one more has not been answered yet. */
  readonly isOpen: boolean;
}

let known: readonly TakenBefore[] = [];
const watchers = new Set<() => void>();

function show(next: readonly TakenBefore[]): void {
  known = next;
  for (const tell of watchers) tell();
}

const others = (press: Said) => known.filter((each) => keyOf(each.press) !== keyOf(press));

export function noteTakenBefore(press: Said, { by, at }: { by: string; at: string }): void {
  show([...others(press), { press, by, at, isOpen: true }]);
}

/** The question was answered; what was not taken here is not taken back here. */
export function closeTakenBefore(asked: TakenBefore): void {
  show([...others(asked.press), { ...asked, isOpen: false }]);
}

/** What was found of these doses holds no more: they are answered anew. */
export function forgetTakenBefore(doses: readonly Parameters<typeof keyOf>[0][]): void {
  const keys = new Set(doses.map(keyOf));
  const rest = known.filter(({ press }) => !keys.has(keyOf(press)));
  if (rest.length < known.length) show(rest);
}

/** Whether what was pressed of this dose said nothing new. */
export const wasTakenBefore = (dose: Parameters<typeof keyOf>[0]): boolean =>
  known.some(({ press }) => keyOf(press) === keyOf(dose));

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

export function useTakenBefore(): readonly TakenBefore[] {
  return useSyncExternalStore(watch, () => known);
}
