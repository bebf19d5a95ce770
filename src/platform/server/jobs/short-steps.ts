import { setImmediate as turn } from 'node:timers/promises';

/** Target duration of one step. Other calls wait for it if they share the connection. */
const TARGET_MS = 40;

/** Sizes of a step, counted in rows or days. */
interface StepSizes {
  readonly first: number;
  readonly max: number;
}

/** Rows of a transaction that writes. */
const ROWS: StepSizes = { first: 32, max: 500 };

/** Adapts the size of a step to the duration of the previous steps, so that each step is short. */
export class ShortSteps {
  readonly #sizes: StepSizes;
  #size: number;

  constructor(sizes = ROWS) {
    this.#sizes = sizes;
    this.#size = sizes.first;
  }

  get size(): number {
    return this.#size;
  }

  /** Resets the size for rows of another kind, which take a different time. */
  startAnew(): void {
    this.#size = this.#sizes.first;
  }

  /** Runs a step of this size. Its duration determines the next size. */
  async timed<T>(size: number, work: () => Promise<T>): Promise<T> {
    const begunAt = performance.now();
    const done = await work();
    const share = TARGET_MS / Math.max(1, performance.now() - begunAt);
    const wanted = Math.floor(Math.max(1, size) * Math.min(2, share));
    this.#size = Math.min(this.#sizes.max, Math.max(1, wanted));
    return done;
  }

  /** Yields to the event loop between two steps. */
  async rest(): Promise<void> {
    await turn();
  }
}
