import { useSyncExternalStore } from 'react';
import { keyOf } from '../reminder-machine.ts';

type Dose = Parameters<typeof keyOf>[0];

let failed: ReadonlySet<string> = new Set();
const watchers = new Set<() => void>();

/** The last answer to these doses was not saved, which their cards say; or they are answered anew. */
export function noteFailedAnswers(doses: readonly Dose[], isFailed: boolean): void {
  const keys = new Set(doses.map(keyOf));
  const others = [...failed].filter((key) => !keys.has(key));
  if (!isFailed && others.length === failed.size) return;
  failed = new Set(isFailed ? [...others, ...keys] : others);
  for (const tell of watchers) tell();
}

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

/** The doses, as `keyOf` names them, whose last answer was not saved. */
export function useFailedAnswers(): ReadonlySet<string> {
  return useSyncExternalStore(watch, () => failed);
}
