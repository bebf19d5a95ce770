import type { Owner, Press } from './outbox.ts';
import { inStore, resultOf } from './outbox-database.ts';
import { changeHeld, heldPress, heldPresses, holdPress, letGo } from './outbox-summary.ts';

/** Of a person who does not come back nothing stays for ever. */
const KEPT_MS = 31 * 24 * 3600 * 1000;

/** A press as it lies in the store, and when somebody else was first seen here with it. */
interface Stored extends Press {
  readonly seenAt?: number;
}

/**
 * Writes a press down; when this resolves, it is on the disk. Where nothing can be written, or the
 * browser does not say whether it was, it is held while the page lives, and written when it can be.
 */
export async function addPress(press: Omit<Press, 'number'>): Promise<Press> {
  try {
    await writeHeld();
    return await inStore('readwrite', (store) => add(store, press));
  } catch {
    return holdPress(press);
  }
}

/** What a person has not delivered yet, in the order in which it was pressed. */
export async function pressesOf({ person, household }: Owner): Promise<Press[]> {
  const written = await writeHeld()
    .then(() => inStore('readonly', (store) => resultOf<Stored[]>(store.getAll())))
    .catch(() => []);
  // One that was written after all, when nobody waited for it any more.
  const keys = new Set(written.map(({ key }) => key));
  return [...written, ...heldPresses().filter(({ key }) => !keys.has(key))].filter(
    (press) => press.person === person && press.household === household,
  );
}

/** Notes that a press is being sent, or that it certainly did not arrive; false when it is gone. */
export async function noteSent(number: number, wasSent: boolean): Promise<boolean> {
  const unwritten = heldPress(number);
  if (unwritten !== undefined) {
    changeHeld({ ...unwritten, wasSent });
    return true;
  }
  return inStore('readwrite', async (store) => {
    const press = await stored(store, number);
    if (press === undefined) return false;
    await resultOf(store.put({ ...press, wasSent }));
    return true;
  });
}

/** Takes back a press that the server cannot have heard of; false when it may have. */
export async function removeUnsent(number: number): Promise<boolean> {
  const unwritten = heldPress(number);
  if (unwritten !== undefined) {
    if (!unwritten.wasSent) letGo(number);
    return !unwritten.wasSent;
  }
  return inStore('readwrite', async (store) => {
    const press = await stored(store, number);
    if (press === undefined || press.wasSent) return false;
    await resultOf(store.delete(number));
    return true;
  });
}

export async function removePress(number: number): Promise<void> {
  if (heldPress(number) !== undefined) return letGo(number);
  await inStore('readwrite', (store) => resultOf(store.delete(number)));
}

/**
 * Forgets what others left here so long ago that nobody will come for it. Its age is counted from
 * when it was first seen at a time of the server: what a wrong clock wrote on it says nothing. What
 * the person who is here has pressed is never forgotten: the server takes it or says why not.
 */
export async function forgetOldPresses({ person, household }: Owner, now: number): Promise<void> {
  await inStore('readwrite', async (store) => {
    const all = await resultOf<Stored[]>(store.getAll());
    for (const press of all) {
      if (press.person === person && press.household === household) continue;
      if (press.seenAt === undefined) await resultOf(store.put({ ...press, seenAt: now }));
      else if (press.seenAt < now - KEPT_MS) await resultOf(store.delete(press.number));
    }
  });
}

/** Writes down what could not be written when it was pressed. */
async function writeHeld(): Promise<void> {
  for (const press of heldPresses()) {
    const { number, ...unwritten } = press;
    await inStore('readwrite', async (store) => {
      const all = await resultOf<Stored[]>(store.getAll());
      if (!all.some(({ key }) => key === press.key)) await add(store, unwritten);
    });
    letGo(number);
  }
}

async function add(store: IDBObjectStore, press: Omit<Press, 'number'>): Promise<Press> {
  return { ...press, number: Number(await resultOf(store.add(press))) };
}

function stored(store: IDBObjectStore, number: number): Promise<Stored | undefined> {
  return resultOf<Stored | undefined>(store.get(number));
}
