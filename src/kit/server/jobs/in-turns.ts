import { setImmediate as turn } from 'node:timers/promises';

/** For so long the event loop is held at a time. */
const LONGEST_MS = 10;

/**
 * Cooperative multitasking: does the work for one after the other, and lets whatever else waits for
 * the event loop have its turn in between.
 */
export async function inTurns<T, R>(all: readonly T[], work: (one: T) => R): Promise<R[]> {
  const done: R[] = [];
  let since = performance.now();
  for (const one of all) {
    done.push(work(one));
    if (performance.now() - since < LONGEST_MS) continue;
    await turn();
    since = performance.now();
  }
  return done;
}
