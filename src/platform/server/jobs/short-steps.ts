import { setImmediate as turn } from 'node:timers/promises';

/**
 * Target duration of one step, in milliseconds. Other calls that share the database connection wait
 * during a step.
 */
const TARGET_MS = 40;

/** Sizes of a step, counted in rows or days. */
interface StepSizes {
  readonly first: number;
  readonly max: number;
}

/** Default sizes: rows that one transaction writes. */
const ROWS: StepSizes = { first: 32, max: 500 };

/**
 * Divides long work into short steps: adapts the size of a step to the duration of the previous
 * one.
 */
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

  /** Resets the step size before rows of another kind, whose duration is unknown. */
  startAnew(): void {
    this.#size = this.#sizes.first;
  }

  /** Runs a step with `size` rows. Its duration determines the size of the next step. */
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
