import { type IDBPDatabase, type IDBPObjectStore, type IDBPTransaction, openDB } from 'idb';
import { MINUTE_MS } from '#kit/shared/durations.ts';

/** A store that has not answered after this is not waited for: somebody waits before the screen. */
const LONGEST_ANSWER_MS = 1_500;

/** A store that was silent is asked anew after this, if it has not answered by itself. */
const ASKED_AGAIN_MS = MINUTE_MS;

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
  #silentSince: number | undefined;

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
      // What was silent once costs nobody time again.
      const longest = this.#silentSince === undefined ? LONGEST_ANSWER_MS : 0;
      const timer = setTimeout(() => {
        isGivenUp = true;
        this.#silentSince ??= performance.now();
        if (transaction !== undefined) abort(transaction);
        reject(new Error('the store does not answer'));
      }, longest);
      run()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
  }

  #database(): Promise<IDBPDatabase> {
    if (this.#silentSince !== undefined && performance.now() - this.#silentSince > ASKED_AGAIN_MS) {
      this.#silentSince = undefined;
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
      this.#silentSince = undefined;
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
