import { setImmediate as turn } from 'node:timers/promises';

/** Maximum time in milliseconds for which work may block the event loop. */
const MAX_DURATION_MS = 10;

/** Called between two work items. Returns undefined if the event loop needs no pause yet. */
export type Turns = () => Promise<void> | undefined;

/**
 * Cooperative multitasking: returns a function to call between work items, which yields to the
 * event loop if the work has blocked it for too long.
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
    // A synchronous result is not awaited, because awaiting it can cost more than the work.
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
