import { setImmediate as turn } from 'node:timers/promises';

/** Maximum time in milliseconds for which the event loop is blocked. */
const MAX_DURATION_MS = 10;

/** Called between two work items; returns undefined if no pause is needed. */
export type Turns = () => Promise<void> | undefined;

/**
 * Cooperative multitasking: returns a function to call between work items. It yields to the event
 * loop if the loop was blocked for too long.
 */
export function takingTurns(): Turns {
  let since = performance.now();
  return () => {
    if (performance.now() - since < MAX_DURATION_MS) return undefined;
    return turn().then(() => {
      since = performance.now();
    });
  };
}

/** Processes items one after the other and yields to the event loop in between. */
export async function inTurns<T, R>(
  all: readonly T[],
  work: (one: T) => R | Promise<R>,
  turns = takingTurns(),
): Promise<R[]> {
  const done: R[] = [];
  for (const one of all) {
    // Synchronous results are not awaited, because the await can cost more than the work.
    const made = work(one);
    done.push(isToBeAwaited(made) ? await made : made);
    const pause = turns();
    if (pause !== undefined) await pause;
  }
  return done;
}

/** Accepts any thenable, such as a Drizzle query, not only a Promise. */
function isToBeAwaited<R>(made: R | Promise<R>): made is Promise<R> {
  return typeof made === 'object' && made !== null && 'then' in made;
}
