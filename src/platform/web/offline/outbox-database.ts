import { type IDBPDatabase, type IDBPObjectStore, type IDBPTransaction, openDB } from 'idb';
import { MINUTE_MS, SECOND_MS } from '#platform/shared/durations.ts';

/**
 * The database must answer within 1.5 seconds. The timeout is divided into several timers, because
 * a page that was busy runs an overdue timer before it receives an answer that has already arrived.
 */
const WAIT_PART_MS = 500;
const WAIT_PARTS = 3;

/** Time during which operations do not wait for a database that did not answer, in milliseconds. */
const ASK_AGAIN_MS = MINUTE_MS;

/**
 * Time during which operations do not wait for a database that answered too late, in milliseconds.
 */
const ASK_SLOW_AGAIN_MS = 5 * SECOND_MS;

export type RowStore<Mode extends IDBTransactionMode> = IDBPObjectStore<
  unknown,
  [string],
  string,
  Mode
>;

/** An IndexedDB database with one store of the same name, whose rows have numeric keys. */
export class OutboxDatabase {
  readonly #name: string;
  #opening: Promise<IDBPDatabase> | undefined;
  /**
   * Until this time operations do not wait for the database, because it did not answer; in
   * milliseconds of `performance.now()`.
   */
  #silentUntil: number | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /**
   * Runs `work` in a transaction and resolves after the transaction has completed. Rejects if
   * storage is not allowed or the browser does not answer in time; the transaction then has no
   * later effect.
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
      // Strict durability: the entry survives a power failure.
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
        // The database was deleted or upgraded; the next entry opens it again.
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
    // Ignored: the transaction has already ended, so it cannot be aborted.
  }
}
