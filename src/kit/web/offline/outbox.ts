import { NoAnswer } from '../api.ts';
import { tellsWhatWasMade } from '../made-answer.ts';
import { noteProblem } from '../problems.ts';
import { randomKey } from '../random-key.ts';
import { serverNow, serverTimeSinceAnswer } from '../server-clock.ts';
import { inTurn } from './in-turn.ts';
import { noteEntriesWait } from './outbox-flag.ts';
import {
  type Entry,
  type FirstTry,
  type NewEntry,
  nextEntry,
  type Outcome,
  outcomeOfFailure,
  timeToTell,
  type WaitReason,
  waitAfterTries,
  waitReasonOf,
  worstOf,
} from './outbox-rules.ts';
import { OutboxStore } from './outbox-store.ts';
import type { Owner } from './owner.ts';

/** What was made now is not delivered after this waits, as far as the screen is concerned. */
const WAITS_AFTER_MS = 2_000;

/** What is in an outbox. */
export interface OutboxOptions<Body> {
  /** Of its database, its lock and its flag. */
  readonly name: string;
  /** Entries with the same order never overtake each other. */
  orderOf(body: Body): string;
  /** An entry whose time is not known was made at this time at the earliest, in milliseconds. */
  earliest(body: Body): number;
  /** Hears of what waits, whenever that has changed. */
  show?(entries: readonly Waiting<Body>[]): void;
  /** Of more than so many the oldest are dropped; of any number none unless told. */
  readonly most?: number;
}

/** What an outbox needs of the page that it is in. */
export interface OutboxPage<Body> {
  readonly owner: Owner;
  /** Sends an entry, whose key makes sure that it counts once; fails as the calls of the API do. */
  send(entry: NewEntry<Body>, at: string | undefined): Promise<unknown>;
  /** The server has it. */
  delivered?(entry: Entry<Body>): void;
  /** The server will never take what had waited. */
  refused?(entry: Entry<Body>, cause: unknown): void;
  /** What waits has changed: other tabs look again. */
  changed?(): void;
}

/** An entry that is shown. */
export type Waiting<Body> = Entry<Body> & {
  /** Why it is not delivered yet; undefined during its first two seconds. */
  readonly waits: WaitReason | undefined;
};

/** Entries that are kept. */
export interface KeptEntries<Body> {
  readonly entries: readonly Entry<Body>[];
  /** They are on the disk, and not only in a page that may be closed. */
  readonly areWritten: boolean;
  /** What became of all of them when the first try is over. */
  readonly firstTry: Promise<FirstTry>;
}

/** A durable outbox: what is put in is written down, then delivered in its order, each once. */
export class Outbox<Body extends object> {
  readonly #options: OutboxOptions<Body>;
  readonly #store: OutboxStore<Body>;
  /** A delivery waits for its turn already, and will find whatever is put in until then. */
  #isNext = false;
  /** How often in a row no answer came, and when it is tried again. */
  #tries = 0;
  #nextTry: ReturnType<typeof setTimeout> | undefined;
  /** Why the last delivery stopped; `slow` since a new entry was added. */
  #waitReason: WaitReason = 'slow';
  /** The entries whose first try is not over, and who wants to hear of it. */
  readonly #trying = new Map<string, (result: FirstTry) => void>();

  constructor(options: OutboxOptions<Body>) {
    this.#options = options;
    this.#store = new OutboxStore(options.name, options.most);
  }

  /** Shows what an earlier page left to deliver, and delivers it if it can. */
  async recall(page: OutboxPage<Body>): Promise<void> {
    await this.show(page.owner);
    await this.deliver(page);
  }

  /** Forgets what nobody comes for any more; asked when the server has answered, by whose time it is. */
  tidy(owner: Owner): void {
    const now = serverTimeSinceAnswer();
    if (now === undefined) return;
    // Where the store does not answer, another start of the device tidies it.
    this.#store.forgetOld(owner, now).catch(() => undefined);
  }

  /** Shows what waits, put in here or in another tab; answers it too. */
  async show(owner: Owner): Promise<readonly Entry<Body>[]> {
    const entries = await this.#store.of(owner);
    noteEntriesWait(this.#options.name, entries.length > 0);
    const reason = navigator.onLine ? this.#waitReason : 'cut-off';
    this.#options.show?.(
      entries.map((entry) => ({
        ...entry,
        waits: this.#trying.has(entry.key) ? undefined : reason,
      })),
    );
    return entries;
  }

  /** Writes down what is said, each after what was said at `after`, then delivers it. */
  async keep(
    page: OutboxPage<Body>,
    said: readonly { readonly body: Body; readonly after?: number }[],
  ): Promise<KeptEntries<Body>> {
    // By the clock of the press, however long it takes to write it down.
    const made = said.map(({ body, after = 0 }) => ({ entry: newEntry(page.owner, body), after }));
    const entries: Entry<Body>[] = [];
    for (const { entry, after } of made) entries.push(await this.#write(entry, after));
    const firstTry = Promise.all(entries.map(({ key }) => this.#firstTryOf(key))).then((results) =>
      this.#inTheEnd(page.owner, entries, worstOf(results)),
    );
    await this.show(page.owner);
    page.changed?.();
    // A browser that says that it has no connection may be wrong: it is tried with the next answer.
    if (navigator.onLine) {
      this.#waitReason = 'slow';
      void this.deliver(page);
    } else this.#endFirstTries();
    return {
      entries,
      areWritten: !entries.some(({ number }) => this.#store.isHeld(number)),
      firstTry,
    };
  }

  /** Sends at once, and keeps only what may not have arrived: for what nobody waits to see saved. */
  async sendOrKeep(page: OutboxPage<Body>, body: Body): Promise<void> {
    const entry = newEntry(page.owner, body);
    const { outcome } = await this.#send(page, entry);
    if (outcome === 'delivered' || outcome === 'refused') return;
    await this.#store.add({ ...entry, wasSent: true });
    await this.show(page.owner);
  }

  /** Undoes entries: what the server cannot have heard of is forgotten, of the others it is told. */
  async takeBack(
    page: OutboxPage<Body>,
    entries: readonly Entry<Body>[],
    undone: (body: Body) => Body,
  ): Promise<void> {
    const told: { body: Body; after: number }[] = [];
    for (const entry of entries) {
      if (await this.#store.removeUnsent(entry.number)) continue;
      told.push({ body: undone(entry), after: entry.pressedAt });
    }
    if (told.length > 0) await this.keep(page, told);
    await this.show(page.owner);
    page.changed?.();
  }

  /** Sends what waits, as far as the server takes it: of several tabs one at a time. */
  async deliver(page: OutboxPage<Body>): Promise<void> {
    clearTimeout(this.#nextTry);
    // Has not begun yet, and will find all there is.
    if (this.#isNext) return;
    this.#isNext = true;
    try {
      const last = await inTurn(`${this.#options.name} of ${page.owner.person}`, () => {
        this.#isNext = false;
        return this.#deliverAll(page);
      });
      this.#tryAgainLater(page, last);
      this.#endFirstTries();
      await this.show(page.owner);
      page.changed?.();
    } catch (error) {
      this.#isNext = false;
      noteProblem('What waits in an outbox could not be delivered', error);
    }
  }

  /** No more is sent in the name of a person who is not here any more. */
  stop(): void {
    clearTimeout(this.#nextTry);
    this.#tries = 0;
  }

  /** In their order, one after the other; answers what became of the last. */
  async #deliverAll(page: OutboxPage<Body>): Promise<Outcome> {
    const { orderOf } = this.#options;
    const heldUp = new Set<string>();
    let last: Outcome = 'delivered';
    for (;;) {
      const entry = nextEntry(await this.#store.of(page.owner), heldUp, orderOf);
      if (entry === undefined) return last;
      // Taken back a moment ago.
      if (!(await this.#store.noteSent(entry.number, true))) continue;
      const { outcome, cause } = await this.#send(page, entry);
      if (outcome === 'delivered' || outcome === 'refused') await this.#store.remove(entry.number);
      if (outcome === 'not now') await this.#store.noteSent(entry.number, entry.wasSent);
      this.#hear(page, entry, outcome, cause);
      last = outcome;
      if (outcome === 'not now' || outcome === 'unknown') return last;
      if (outcome === 'failed') heldUp.add(orderOf(entry));
    }
  }

  async #send(
    page: OutboxPage<Body>,
    entry: NewEntry<Body>,
  ): Promise<{ outcome: Outcome; cause: unknown }> {
    try {
      const at = timeToTell(entry, serverNow(), this.#options.earliest(entry));
      const isSaid = tellsWhatWasMade(await page.send(entry, at));
      return { outcome: isSaid ? 'delivered' : 'unknown', cause: new NoAnswer() };
    } catch (cause) {
      return { outcome: outcomeOfFailure(cause), cause };
    }
  }

  #hear(page: OutboxPage<Body>, entry: Entry<Body>, outcome: Outcome, cause: unknown): void {
    if (outcome === 'delivered') page.delivered?.(entry);
    const tell = this.#trying.get(entry.key);
    if (outcome === 'refused' && tell === undefined) page.refused?.(entry, cause);
    const isOver = outcome === 'delivered' || outcome === 'refused';
    if (!isOver) this.#waitReason = waitReasonOf(outcome, cause);
    tell?.({ outcome: isOver ? outcome : 'waiting', cause });
    if (isOver) void this.show(page.owner);
  }

  /** Polls that are answered try again too; where none is, or something lies between, this does. */
  #tryAgainLater(page: OutboxPage<Body>, last: Outcome): void {
    clearTimeout(this.#nextTry);
    this.#tries = last === 'unknown' ? this.#tries + 1 : 0;
    if (this.#tries === 0) return;
    this.#nextTry = setTimeout(() => {
      // Without a connection the polls say when it is back.
      if (navigator.onLine) void this.deliver(page);
    }, waitAfterTries(this.#tries));
  }

  async #write(entry: NewEntry<Body>, after: number): Promise<Entry<Body>> {
    const order = this.#options.orderOf(entry);
    const before = (await this.#store.of(entry)).findLast(
      (other) => this.#options.orderOf(other) === order,
    );
    // A clock that was set back between two presses must not turn their order.
    const last = Math.max(before?.pressedAt ?? 0, after);
    return this.#store.add({ ...entry, pressedAt: Math.max(entry.pressedAt, last + 1) });
  }

  #firstTryOf(key: string): Promise<FirstTry> {
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => this.#trying.get(key)?.({ outcome: 'waiting' }),
        WAITS_AFTER_MS,
      );
      this.#trying.set(key, (result) => {
        clearTimeout(timer);
        this.#trying.delete(key);
        resolve(result);
      });
    });
  }

  /** Whatever was not delivered by now waits. */
  #endFirstTries(): void {
    for (const tell of [...this.#trying.values()]) tell({ outcome: 'waiting' });
  }

  /** Of several tabs another one may have delivered them. */
  async #inTheEnd(
    owner: Owner,
    entries: readonly Entry<Body>[],
    result: FirstTry,
  ): Promise<FirstTry> {
    const waiting = await this.show(owner);
    const areGone = !waiting.some(({ key }) => entries.some((entry) => entry.key === key));
    return result.outcome === 'waiting' && areGone ? { outcome: 'delivered' } : result;
  }
}

/** Something that is said now, on this device. */
function newEntry<Body>(owner: Owner, body: Body): NewEntry<Body> {
  return {
    ...owner,
    ...body,
    key: randomKey(),
    pressedAt: serverNow(),
    notBefore: serverTimeSinceAnswer(),
    wasSent: false,
  };
}
