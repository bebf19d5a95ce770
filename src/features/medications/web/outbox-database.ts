const NAME = 'presses';
const STORE = 'presses';

/** A store that has not answered after this is not waited for: somebody waits before the screen. */
const LONGEST_ANSWER_MS = 1_500;

/** A store that was silent is asked anew after this, if it has not answered by itself. */
const ASKED_AGAIN_MS = 60_000;

let opening: Promise<IDBDatabase> | undefined;
let silentSince: number | undefined;

/**
 * Resolves when the transaction is done, and not before. Rejects where nothing can be kept, and where
 * the browser does not answer in time: then nothing of it is done later either.
 */
export function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const opened = database();
  let transaction: IDBTransaction | undefined;
  let isGivenUp = false;
  const run = async () => {
    const open = await opened;
    if (isGivenUp) throw new Error('nobody waits for it any more');
    // A power cut a moment later must not take the press along.
    transaction = open.transaction(STORE, mode, { durability: 'strict' });
    const [result] = await Promise.all([work(transaction.objectStore(STORE)), done(transaction)]);
    return result;
  };
  return new Promise((resolve, reject) => {
    // What was silent once costs nobody time again.
    const longest = silentSince === undefined ? LONGEST_ANSWER_MS : 0;
    const timer = setTimeout(() => {
      isGivenUp = true;
      silentSince ??= performance.now();
      if (transaction !== undefined) abort(transaction);
      reject(new Error('the store does not answer'));
    }, longest);
    run()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function database(): Promise<IDBDatabase> {
  if (silentSince !== undefined && performance.now() - silentSince > ASKED_AGAIN_MS) {
    silentSince = undefined;
    opening = undefined;
  }
  opening ??= open();
  return opening;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { keyPath: 'number', autoIncrement: true });
    request.onsuccess = () => {
      silentSince = undefined;
      const database = request.result;
      // Removed or replaced under us: the next press opens it anew.
      const forget = () => {
        database.close();
        opening = undefined;
      };
      database.onversionchange = forget;
      database.onclose = forget;
      resolve(database);
    };
    request.onerror = () => {
      opening = undefined;
      reject(request.error ?? new Error('nothing can be kept here'));
    };
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
