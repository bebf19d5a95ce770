import { setImmediate as turn } from 'node:timers/promises';

/** For so long the event loop is held at a time. */
const LONGEST_MS = 10;

/**
 * Cooperative multitasking: what is answered is called between two pieces of work, and lets whatever
 * else waits for the event loop have its turn where the loop has been held for long enough.
 */
export function takingTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < LONGEST_MS) return;
    await turn();
    since = performance.now();
  };
}

/** Does the work for one after the other, in turns with whatever else waits for the event loop. */
export async function inTurns<T, R>(
  all: readonly T[],
  work: (one: T) => R | Promise<R>,
  turns = takingTurns(),
): Promise<R[]> {
  const done: R[] = [];
  for (const one of all) {
    done.push(await work(one));
    await turns();
  }
  return done;
}
