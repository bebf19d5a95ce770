import { createStore } from '#platform/web/create-store.ts';
import { keyOf } from '../reminder-machine.ts';

type Dose = Parameters<typeof keyOf>[0];

const failed = createStore<ReadonlyMap<string, string>>(new Map());

/** The reasons why the last answer to a dose was not saved, by `keyOf`. */
export const useFailedAnswers = failed.useValue;

/**
 * Records why the last answer to these doses was not saved; undefined when they are answered again.
 */
export function setFailedAnswers(doses: readonly Dose[], reason: string | undefined): void {
  const keys = new Set(doses.map(keyOf));
  const others = [...failed.get()].filter(([key]) => !keys.has(key));
  if (reason === undefined && others.length === failed.get().size) return;
  const added = reason === undefined ? [] : [...keys].map((key) => [key, reason] as const);
  failed.set(new Map([...others, ...added]));
}
