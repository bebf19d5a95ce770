import { DAY_MS } from '#kit/shared/durations.ts';
import { OutboxDatabase, type RowStore } from './outbox-database.ts';
import type { Entry, NewEntry } from './outbox-rules.ts';
import { isSameOwner, type Owner } from './owner.ts';

/** Of a person who does not come back nothing stays for ever. */
const KEPT_MS = 31 * DAY_MS;

/** Above every number that a store gives. */
const HELD_FROM = 2 ** 40;

/** An entry as it lies in the store, and when somebody else was first seen here with it. */
type Stored<Body> = Entry<Body> & { readonly seenAt?: number };

/**
 * Entries in their order, on the disk (IndexedDB). Where nothing can be written, or the browser does
 * not say whether it was, an entry is held while the page lives, and written when it can be. Of more
 * than `most` the oldest are dropped.
 */
export class OutboxStore<Body extends object> {
  readonly #database: OutboxDatabase;
  readonly #most: number;
  /** What could not be written down, by its number. */
  readonly #held = new Map<number, Entry<Body>>();
  #count = 0;

  constructor(name: string, most = Number.POSITIVE_INFINITY) {
    this.#database = new OutboxDatabase(name);
    this.#most = most;
  }

  /** Writes an entry down; when this resolves, it is on the disk, or held. */
  async add(entry: NewEntry<Body>): Promise<Entry<Body>> {
    try {
      await this.#writeHeld();
      return await this.#database.inStore('readwrite', (store) => this.#add(store, entry));
    } catch {
      this.#count += 1;
      const kept = { ...entry, number: HELD_FROM + this.#count };
      this.#held.set(kept.number, kept);
      return kept;
    }
  }

  /** What a person has not delivered yet, in its order. */
  async of(owner: Owner): Promise<Entry<Body>[]> {
    const written = await this.#writeHeld()
      .then(() => this.#database.inStore('readonly', all<Body>))
      .catch(() => []);
    // One that was written after all, when nobody waited for it any more.
    const keys = new Set(written.map(({ key }) => key));
    return [...written, ...[...this.#held.values()].filter(({ key }) => !keys.has(key))].filter(
      (entry) => isSameOwner(entry, owner),
    );
  }

  /** Whether an entry is lost with the page. */
  isHeld(number: number): boolean {
    return this.#held.has(number);
  }

  /** Notes that an entry is being sent, or that it certainly did not arrive; false when it is gone. */
  noteSent(number: number, wasSent: boolean): Promise<boolean> {
    return this.#change(number, (entry) => ({ ...entry, wasSent }));
  }

  /** Takes back an entry that the server cannot have heard of; false when it may have. */
  removeUnsent(number: number): Promise<boolean> {
    return this.#change(number, (entry) => (entry.wasSent ? entry : undefined));
  }

  /** Changes what an entry says; false when it is gone. */
  say(number: number, body: Body): Promise<boolean> {
    return this.#change(number, (entry) => ({ ...entry, ...body }));
  }

  /** The server has it, or never will. */
  async remove(number: number): Promise<void> {
    await this.#change(number, () => undefined);
  }

  /**
   * Forgets what others left here so long ago that nobody will come for it. Its age is counted from
   * when it was first seen at a time of the server: what a wrong clock wrote on it says nothing. What
   * the person who is here has pressed is never forgotten: the server takes it or says why not.
   */
  async forgetOld(owner: Owner, now: number): Promise<void> {
    await this.#database.inStore('readwrite', async (store) => {
      for (const entry of await all<Body>(store)) {
        if (isSameOwner(entry, owner)) continue;
        if (entry.seenAt === undefined) await store.put({ ...entry, seenAt: now });
        else if (entry.seenAt < now - KEPT_MS) await store.delete(entry.number);
      }
    });
  }

  /** Puts another in an entry's place, or removes it; false when it is gone, or stays as it is. */
  async #change(
    number: number,
    next: (entry: Entry<Body>) => Entry<Body> | undefined,
  ): Promise<boolean> {
    const held = this.#held.get(number);
    if (held !== undefined) {
      const changed = next(held);
      if (changed === undefined) this.#held.delete(number);
      else this.#held.set(number, changed);
      return changed !== held;
    }
    return this.#database.inStore('readwrite', async (store) => {
      const entry = (await store.get(number)) as Stored<Body> | undefined;
      const changed = entry && next(entry);
      if (changed === entry) return false;
      if (changed === undefined) await store.delete(number);
      else await store.put(changed);
      return true;
    });
  }

  /** Writes down what could not be written when it was made. */
  async #writeHeld(): Promise<void> {
    for (const { number, ...unwritten } of this.#held.values()) {
      await this.#database.inStore('readwrite', async (store) => {
        const written = await all<Body>(store);
        // Without its number it is what it was before it was held.
        const entry = unwritten as unknown as NewEntry<Body>;
        if (!written.some(({ key }) => key === unwritten.key)) await this.#add(store, entry);
      });
      this.#held.delete(number);
    }
  }

  async #add(store: RowStore<'readwrite'>, entry: NewEntry<Body>): Promise<Entry<Body>> {
    const number = Number(await store.add(entry));
    const keys = this.#most === Number.POSITIVE_INFINITY ? [] : await store.getAllKeys();
    for (const oldest of keys.slice(0, -this.#most)) await store.delete(oldest);
    return { ...entry, number };
  }
}

function all<Body>(store: RowStore<'readonly' | 'readwrite'>): Promise<Stored<Body>[]> {
  return store.getAll();
}
