import { watched } from '#kit/web/watched.ts';
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

const known = watched<readonly TakenBefore[]>([]);

export const useTakenBefore = known.useValue;

const others = (press: Said) => known.get().filter((each) => keyOf(each.press) !== keyOf(press));

export function noteTakenBefore(press: Said, { by, at }: { by: string; at: string }): void {
  known.set([...others(press), { press, by, at, isOpen: true }]);
}

/** The question was answered; what was not taken here is not taken back here. */
export function closeTakenBefore(asked: TakenBefore): void {
  known.set([...others(asked.press), { ...asked, isOpen: false }]);
}

/** What was found of these doses holds no more: they are answered anew. */
export function forgetTakenBefore(doses: readonly Parameters<typeof keyOf>[0][]): void {
  const keys = new Set(doses.map(keyOf));
  const rest = known.get().filter(({ press }) => !keys.has(keyOf(press)));
  if (rest.length < known.get().length) known.set(rest);
}

/** Whether what was pressed of this dose said nothing new. */
export const wasTakenBefore = (dose: Parameters<typeof keyOf>[0]): boolean =>
  known.get().some(({ press }) => keyOf(press) === keyOf(dose));
