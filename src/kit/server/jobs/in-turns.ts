import { setImmediate as turn } from 'node:timers/promises';

/** For so long the event loop is held at a time. */
const LONGEST_MS = 10;

/** Called between two pieces of work; undefined where there is nothing to wait for. */
export type Turns = () => Promise<void> | undefined;

/**
 * Cooperative multitasking: what is answered is called between two pieces of work, and lets whatever
 * else waits for the event loop have its turn where the loop has been held for long enough.
 */
export function takingTurns(): Turns {
  let since = performance.now();
  return () => {
    if (performance.now() - since < LONGEST_MS) return undefined;
    return turn().then(() => {
      since = performance.now();
    });
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
    // Of what is done at once nothing is awaited: that costs more than much of the work.
    const made = work(one);
    done.push(isToBeAwaited(made) ? await made : made);
    const pause = turns();
    if (pause !== undefined) await pause;
  }
  return done;
}

/** Also what is no Promise but can be awaited, as a query of Drizzle is. */
function isToBeAwaited<R>(made: R | Promise<R>): made is Promise<R> {
  return typeof made === 'object' && made !== null && 'then' in made;
}
