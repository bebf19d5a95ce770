import { DAY_MS } from '#platform/shared/durations.ts';
import { OutboxDatabase, type RowStore } from './outbox-database.ts';
import type { Entry, NewEntry } from './outbox-rules.ts';
import { isSameOwner, type Owner } from './owner.ts';

/** Retention of entries whose owner does not sign in again on this device. */
const KEPT_MS = 31 * DAY_MS;

/** First number of entries that are held in memory; above all numbers that the database assigns. */
const HELD_FROM = 2 ** 40;

/** A stored entry. `seenAt` is the time at which the session of another person first found it. */
type Stored<Body> = Entry<Body> & { readonly seenAt?: number };

/**
 * Stores entries in order in IndexedDB. If the browser refuses or does not confirm a write, the
 * entry is held in memory and written later. If there are more than `most` entries, the oldest are
 * dropped.
 */
export class OutboxStore<Body extends object> {
  readonly #database: OutboxDatabase;
  readonly #most: number;
  /** Entries that could not be written to the database, by number. */
  readonly #held = new Map<number, Entry<Body>>();
  /** Stored entries as of the last read; used while the database does not answer. */
  readonly #known = new Map<number, Entry<Body>>();
  /**
   * Changes of stored entries that could not be written to the database yet; undefined deletes the
   * entry.
   */
  readonly #unwritten = new Map<number, Entry<Body> | undefined>();
  #count = 0;

  constructor(name: string, most = Number.POSITIVE_INFINITY) {
    this.#database = new OutboxDatabase(name);
    this.#most = most;
  }

  /** Adds an entry. When the promise resolves, the entry is stored, or held in memory. */
  async add(entry: NewEntry<Body>): Promise<Entry<Body>> {
    try {
      await this.#writeHeld();
      const added = await this.#database.inStore('readwrite', (store) => this.#add(store, entry));
      this.#known.set(added.number, added);
      return added;
    } catch {
      this.#count += 1;
      const kept = { ...entry, number: HELD_FROM + this.#count };
      this.#held.set(kept.number, kept);
      return kept;
    }
  }

  /** Returns the undelivered entries of a person in order. */
  async of(owner: Owner): Promise<Entry<Body>[]> {
    await this.#writeHeld()
      .then(() => this.#database.inStore('readonly', all<Body>))
      .then((rows) => this.#remember(rows))
      .catch(() => undefined);
    const written = [...this.#known.values()];
    // A held entry may have been written although its write timed out, so it must not be returned
    // twice.
    const keys = new Set(written.map(({ key }) => key));
    return [...written, ...[...this.#held.values()].filter(({ key }) => !keys.has(key))].filter(
      (entry) => isSameOwner(entry, owner),
    );
  }

  /** True if the entry is only in memory, so that it would be lost with the page. */
  isHeld(number: number): boolean {
    return this.#held.has(number);
  }

  /**
   * Records that an entry is being sent (true), or that it certainly did not arrive (false).
   * Returns false if the entry was removed.
   */
  noteSent(number: number, wasSent: boolean): Promise<boolean> {
    return this.#change(number, (entry) => ({ ...entry, wasSent }));
  }

  /**
   * Removes an entry that was never sent. Returns false if it was sent, because the server may have
   * received it.
   */
  removeUnsent(number: number): Promise<boolean> {
    // Without an answer of the database the entry is not removed, because another tab may have sent
    // it.
    const unknown = (entry: Entry<Body>) => entry;
    return this.#change(number, (entry) => (entry.wasSent ? entry : undefined), unknown);
  }

  /** Replaces the content of an entry; returns false if it was removed. */
  say(number: number, body: Body): Promise<boolean> {
    return this.#change(number, (entry) => ({ ...entry, ...body }));
  }

  /** Removes an entry that was delivered or refused. */
  async remove(number: number): Promise<void> {
    await this.#change(number, () => undefined);
  }

  /**
   * Deletes old entries of other persons. The age is counted in server time from when another
   * person's session first found the entry, because a wrong clock may have set the entry's own
   * time. Entries of the current person are never deleted here: the server accepts or refuses them.
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

  /**
   * Replaces or removes an entry; returns false if nothing changed. If the database does not
   * answer, `unread` is applied to the entry as of the last read, and the change is written later.
   */
  async #change(
    number: number,
    next: (entry: Entry<Body>) => Entry<Body> | undefined,
    unread = next,
  ): Promise<boolean> {
    const held = this.#held.get(number);
    if (held !== undefined) return replaceIn(this.#held, number, held, next(held));
    try {
      return await this.#changeWritten(number, next);
    } catch (error) {
      const entry = this.#known.get(number);
      // The entry was already removed.
      if (entry === undefined && this.#unwritten.has(number)) return false;
      if (entry === undefined) throw error;
      const changed = unread(entry);
      if (changed !== entry) this.#unwritten.set(number, changed);
      return replaceIn(this.#known, number, entry, changed);
    }
  }

  async #changeWritten(
    number: number,
    next: (entry: Entry<Body>) => Entry<Body> | undefined,
  ): Promise<boolean> {
    await this.#writeHeld();
    const [entry, changed] = await this.#database.inStore('readwrite', async (store) => {
      const entry = (await store.get(number)) as Stored<Body> | undefined;
      const changed = entry && next(entry);
      if (entry !== undefined && changed === undefined) await store.delete(number);
      else if (changed !== entry) await store.put(changed);
      return [entry, changed];
    });
    return replaceIn(this.#known, number, entry, changed);
  }

  /** Stores the read entries in memory, with the unwritten changes applied to them. */
  #remember(rows: readonly Entry<Body>[]): void {
    this.#known.clear();
    for (const row of rows) this.#known.set(row.number, row);
    for (const [number, changed] of this.#unwritten) {
      const entry = this.#known.get(number);
      if (entry !== undefined) replaceIn(this.#known, number, entry, changed);
    }
  }

  /** Writes the held entries and the unwritten changes to the database. */
  async #writeHeld(): Promise<void> {
    for (const [number, changed] of this.#unwritten) {
      await this.#database.inStore('readwrite', async (store) => {
        // Another tab may have delivered the entry meanwhile.
        if ((await store.getKey(number)) === undefined) return;
        if (changed === undefined) await store.delete(number);
        else await store.put(changed);
      });
      if (this.#unwritten.get(number) === changed) this.#unwritten.delete(number);
    }
    for (const { number, ...unwritten } of this.#held.values()) {
      await this.#database.inStore('readwrite', async (store) => {
        const written = await all<Body>(store);
        // The cast is safe: without the temporary number the object is the entry that was passed to
        // `add`.
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

/** Replaces or removes an entry of the map; returns false if nothing changed. */
function replaceIn<Body>(
  entries: Map<number, Entry<Body>>,
  number: number,
  entry: Entry<Body> | undefined,
  changed: Entry<Body> | undefined,
): boolean {
  if (changed === undefined) entries.delete(number);
  else entries.set(number, changed);
  return changed !== entry;
}
