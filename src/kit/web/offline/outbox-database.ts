import { MINUTE_MS } from '#kit/shared/durations.ts';

/** A store that has not answered after this is not waited for: somebody waits before the screen. */
const LONGEST_ANSWER_MS = 1_500;

/** A store that was silent is asked anew after this, if it has not answered by itself. */
const ASKED_AGAIN_MS = MINUTE_MS;

/** An IndexedDB database with one store of the same name, whose rows have a number each. */
export class OutboxDatabase {
  readonly #name: string;
  #opening: Promise<IDBDatabase> | undefined;
  #silentSince: number | undefined;

  constructor(name: string) {
    this.#name = name;
  }

  /**
   * Resolves when the transaction is done, and not before. Rejects where nothing can be kept, and
   * where the browser does not answer in time: then nothing of it is done later either.
   */
  inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => Promise<T>): Promise<T> {
    const opened = this.#database();
    let transaction: IDBTransaction | undefined;
    let isGivenUp = false;
    const run = async () => {
      const open = await opened;
      if (isGivenUp) throw new Error('nobody waits for it any more');
      // A power cut a moment later must not take the entry along.
      transaction = open.transaction(this.#name, mode, { durability: 'strict' });
      const store = transaction.objectStore(this.#name);
      const [result] = await Promise.all([work(store), done(transaction)]);
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

  #database(): Promise<IDBDatabase> {
    if (this.#silentSince !== undefined && performance.now() - this.#silentSince > ASKED_AGAIN_MS) {
      this.#silentSince = undefined;
      this.#opening = undefined;
    }
    this.#opening ??= this.#open();
    return this.#opening;
  }

  #open(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(this.#name, 1);
      request.onupgradeneeded = () =>
        request.result.createObjectStore(this.#name, { keyPath: 'number', autoIncrement: true });
      request.onsuccess = () => {
        this.#silentSince = undefined;
        const database = request.result;
        // Removed or replaced under us: the next entry opens it anew.
        const forget = () => {
          database.close();
          this.#opening = undefined;
        };
        database.onversionchange = forget;
        database.onclose = forget;
        resolve(database);
      };
      request.onerror = () => {
        this.#opening = undefined;
        reject(request.error ?? new Error('nothing can be kept here'));
      };
    });
  }
}

/** What a request answers. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended at this very moment.
  }
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
