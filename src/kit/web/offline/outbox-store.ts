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
  /** The entries on the disk as they were last read: they count while the store does not answer. */
  readonly #known = new Map<number, Entry<Body>>();
  /** Changes of them that are not on the disk yet; undefined removes an entry. */
  readonly #unwritten = new Map<number, Entry<Body> | undefined>();
  #count = 0;

  constructor(name: string, most = Number.POSITIVE_INFINITY) {
    this.#database = new OutboxDatabase(name);
    this.#most = most;
  }

  /** Writes an entry down; when this resolves, it is on the disk, or held. */
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

  /** What a person has not delivered yet, in its order. */
  async of(owner: Owner): Promise<Entry<Body>[]> {
    await this.#writeHeld()
      .then(() => this.#database.inStore('readonly', all<Body>))
      .then((rows) => this.#remember(rows))
      .catch(() => undefined);
    const written = [...this.#known.values()];
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
    // Another tab may have sent it, which only the store knows.
    const unknown = (entry: Entry<Body>) => entry;
    return this.#change(number, (entry) => (entry.wasSent ? entry : undefined), unknown);
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

  /**
   * Replaces or removes an entry; false when nothing changed. If the store does not answer, `unread`
   * changes the entry that was last read, and the store is written later.
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
      // Removed already, or never read.
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

  /** Notes what is on the disk, with the changes that are not. */
  #remember(rows: readonly Entry<Body>[]): void {
    this.#known.clear();
    for (const row of rows) this.#known.set(row.number, row);
    for (const [number, changed] of this.#unwritten) {
      const entry = this.#known.get(number);
      if (entry !== undefined) replaceIn(this.#known, number, entry, changed);
    }
  }

  /** Writes down what could not be written when it was made or changed. */
  async #writeHeld(): Promise<void> {
    for (const [number, changed] of this.#unwritten) {
      await this.#database.inStore('readwrite', async (store) => {
        // Another tab may have delivered it since.
        if ((await store.getKey(number)) === undefined) return;
        if (changed === undefined) await store.delete(number);
        else await store.put(changed);
      });
      if (this.#unwritten.get(number) === changed) this.#unwritten.delete(number);
    }
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

/** Replaces or removes `entry`; false when nothing changed. */
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
