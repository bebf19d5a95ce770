import { setImmediate as turn } from 'node:timers/promises';

/** How long a transaction may keep others waiting, where one connection serves everybody. */
const TARGET_MS = 40;

const FIRST_ROWS = 32;
const MOST_ROWS = 500;

/** Finds out how many rows fit into a short transaction on this machine, from those before. */
export class ShortSteps {
  #rows = FIRST_ROWS;

  /** For the next transaction. */
  get rows(): number {
    return this.#rows;
  }

  /** Other rows cost something else. */
  startAnew(): void {
    this.#rows = FIRST_ROWS;
  }

  /** What a transaction does, from its beginning on: not the waiting for it. */
  async timed<T>(rows: number, work: () => Promise<T>): Promise<T> {
    const begunAt = performance.now();
    const done = await work();
    const share = TARGET_MS / Math.max(1, performance.now() - begunAt);
    const wanted = Math.floor(Math.max(1, rows) * Math.min(2, share));
    this.#rows = Math.min(MOST_ROWS, Math.max(1, wanted));
    return done;
  }

  /** Between two of them everybody else has a turn. */
  async rest(): Promise<void> {
    await turn();
  }
}
