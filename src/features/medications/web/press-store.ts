import type { Owner, Press } from './presses.ts';

const NAME = 'presses';
const STORE = 'presses';

/** The server takes nothing older; of a person who does not come back nothing stays for ever. */
const KEPT_MS = 31 * 24 * 3600 * 1000;

let opening: Promise<IDBDatabase> | undefined;

/** Writes a press down; when this resolves, it is on the disk. */
export function addPress(press: Omit<Press, 'number'>): Promise<Press> {
  return inStore('readwrite', async (store) => ({
    ...press,
    number: Number(await resultOf(store.add(press))),
  }));
}

/** What a person has not delivered yet, in the order in which it was pressed. */
export function pressesOf({ person, household }: Owner): Promise<Press[]> {
  return inStore('readonly', async (store) => {
    const all: Press[] = await resultOf(store.getAll());
    return all.filter((press) => press.person === person && press.household === household);
  });
}

/** Notes that a press is being sent, or that it certainly did not arrive; false when it is gone. */
export function noteSent(number: number, wasSent: boolean): Promise<boolean> {
  return inStore('readwrite', async (store) => {
    const press: Press | undefined = await resultOf(store.get(number));
    if (press === undefined) return false;
    await resultOf(store.put({ ...press, wasSent }));
    return true;
  });
}

/** Takes back a press that the server cannot have heard of; false when it may have. */
export function removeUnsent(number: number): Promise<boolean> {
  return inStore('readwrite', async (store) => {
    const press: Press | undefined = await resultOf(store.get(number));
    if (press === undefined || press.wasSent) return false;
    await resultOf(store.delete(number));
    return true;
  });
}

export async function removePress(number: number): Promise<void> {
  await inStore('readwrite', (store) => resultOf(store.delete(number)));
}

/** Forgets, of whomever, what nobody would take any more. */
export async function forgetOldPresses(now: number): Promise<void> {
  await inStore('readwrite', async (store) => {
    const all: Press[] = await resultOf(store.getAll());
    for (const { number, pressedAt } of all) {
      if (pressedAt < now - KEPT_MS) await resultOf(store.delete(number));
    }
  });
}

/** Resolves when the transaction is done, and not before. */
async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const database = await opened();
  // A power cut a moment later must not take the press along.
  const transaction = database.transaction(STORE, mode, { durability: 'strict' });
  const [result] = await Promise.all([work(transaction.objectStore(STORE)), done(transaction)]);
  return result;
}

function opened(): Promise<IDBDatabase> {
  opening ??= open();
  return opening;
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore(STORE, { keyPath: 'number', autoIncrement: true });
    request.onsuccess = () => {
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

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
