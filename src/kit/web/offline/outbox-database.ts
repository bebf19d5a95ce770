import { type IDBPDatabase, type IDBPObjectStore, type IDBPTransaction, openDB } from 'idb';
import { MINUTE_MS, SECOND_MS } from '#kit/shared/durations.ts';

/**
 * A store that has not answered after 1.5 seconds is not waited for. The wait is in parts, because a
 * page that was busy runs its late timer before it receives the answer.
 */
const WAIT_PART_MS = 500;
const WAIT_PARTS = 3;

/** A silent store is asked again after this time. */
const ASK_AGAIN_MS = MINUTE_MS;

/** A store that was slow, but did answer, is asked again after this time. */
const ASK_SLOW_AGAIN_MS = 5 * SECOND_MS;

/** The store in a transaction. */
export type RowStore<Mode extends IDBTransactionMode> = IDBPObjectStore<
  unknown,
  [string],
  string,
  Mode
>;

/** An IndexedDB database with one store of the same name, whose rows have a number each. */
export class OutboxDatabase {
  readonly #name: string;
  #opening: Promise<IDBPDatabase> | undefined;
  /** Until then nobody waits for the store; milliseconds by `performance.now()`. */
  #silentUntil: number | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /**
   * Resolves when the transaction is done, and not before. Rejects where nothing can be kept, and
   * where the browser does not answer in time: then nothing of it is done later either.
   */
  inStore<T, Mode extends 'readonly' | 'readwrite'>(
    mode: Mode,
    work: (store: RowStore<Mode>) => Promise<T>,
  ): Promise<T> {
    const opened = this.#database();
    let transaction: IDBPTransaction<unknown, [string], Mode> | undefined;
    let isGivenUp = false;
    const run = async () => {
      const open = await opened;
      if (isGivenUp) throw new Error('nobody waits for it any more');
      // A power cut a moment later must not take the entry along.
      transaction = open.transaction(this.#name, mode, { durability: 'strict' });
      const [result] = await Promise.all([work(transaction.store), transaction.done]);
      return result;
    };
    return new Promise((resolve, reject) => {
      const isSilent = this.#silentUntil !== undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const countDown = (parts: number) => {
        const next = () => (parts > 1 ? countDown(parts - 1) : giveUp());
        timer = setTimeout(next, isSilent ? 0 : WAIT_PART_MS);
      };
      const giveUp = () => {
        isGivenUp = true;
        this.#silentUntil ??= performance.now() + ASK_AGAIN_MS;
        if (transaction !== undefined) abort(transaction);
        reject(new Error('the store does not answer'));
      };
      countDown(isSilent ? 1 : WAIT_PARTS);
      run()
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(timer);
          if (isGivenUp) this.#answeredLate();
        });
    });
  }

  #answeredLate(): void {
    if (this.#silentUntil === undefined) return;
    const soon = performance.now() + ASK_SLOW_AGAIN_MS;
    this.#silentUntil = Math.min(this.#silentUntil, soon);
  }

  #database(): Promise<IDBPDatabase> {
    if (this.#silentUntil !== undefined && performance.now() >= this.#silentUntil) {
      this.#silentUntil = undefined;
      this.#opening = undefined;
    }
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<IDBPDatabase> {
    const forget = () => {
      this.#opening = undefined;
    };
    try {
      const database = await openDB(this.#name, 1, {
        upgrade: (created) => {
          created.createObjectStore(this.#name, { keyPath: 'number', autoIncrement: true });
        },
        // Removed or replaced under us: the next entry opens it anew.
        blocking: () => {
          database.close();
          forget();
        },
        terminated: forget,
      });
      this.#silentUntil = undefined;
      return database;
    } catch (error) {
      forget();
      throw error;
    }
  }
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It has ended at this very moment.
  }
}
