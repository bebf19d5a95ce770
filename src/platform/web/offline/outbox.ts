import { NoAnswer } from '../api.ts';
import { returnsCreated } from '../created-answer.ts';
import { randomKey } from '../random-key.ts';
import { reportProblem } from '../report-problem.ts';
import { serverNow, serverTimeSinceAnswer } from '../server-clock.ts';
import { inTurn } from './in-turn.ts';
import { setEntriesWait } from './outbox-flag.ts';
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

/** If an entry is not delivered within this time, the screen shows it as waiting. */
const WAITS_AFTER_MS = 2_000;

export interface OutboxOptions<Body> {
  /** Name of the outbox, which is also that of its database, its lock and its flag. */
  readonly name: string;
  /** Returns the order key of an entry. Entries with the same key are delivered in order. */
  orderOf(body: Body): string;
  /**
   * Returns the earliest possible time of an entry in milliseconds; used for an entry whose time is
   * unknown.
   */
  earliest(body: Body): number;
  /** Called when the waiting entries have changed. */
  show?(entries: readonly Waiting<Body>[]): void;
  /** Maximum number of entries; the oldest are dropped first. Default: unlimited. */
  readonly most?: number;
}

/** Functions of the page that the outbox uses. */
export interface OutboxPage<Body> {
  readonly owner: Owner;
  /** Sends an entry with its idempotency key; rejects like the calls of the API. */
  send(entry: NewEntry<Body>, at: string | undefined): Promise<unknown>;
  /** Called when the server has stored an entry. */
  delivered?(entry: Entry<Body>): void;
  /** Called when the server has permanently refused a waiting entry. */
  refused?(entry: Entry<Body>, cause: unknown): void;
  /** Called when the waiting entries have changed, so that other tabs reload them. */
  changed?(): void;
}

export type Waiting<Body> = Entry<Body> & {
  /**
   * Reason why the entry is not delivered yet; undefined while its first delivery attempt is
   * running, at most two seconds.
   */
  readonly waits: WaitReason | undefined;
};

export interface StoredEntries<Body> {
  readonly entries: readonly Entry<Body>[];
  /** True if the entries are stored on the disk and not only held in memory. */
  readonly areWritten: boolean;
  /** Outcome of the first delivery attempt of all entries. */
  readonly firstTry: Promise<FirstTry>;
}

/** A durable outbox: entries are stored, then delivered once and in order. */
export class Outbox<Body extends object> {
  readonly #options: OutboxOptions<Body>;
  readonly #store: OutboxStore<Body>;
  /**
   * True while a delivery waits for the lock. That delivery will include all entries added until it
   * has the lock.
   */
  #isNext = false;
  /** Number of consecutive attempts without an answer. */
  #tries = 0;
  #nextTry: ReturnType<typeof setTimeout> | undefined;
  /** Reason why the last delivery stopped. A new entry resets it to `slow`. */
  #waitReason: WaitReason = 'slow';
  /** Callbacks of entries whose first attempt is still running, by key. */
  readonly #trying = new Map<string, (result: FirstTry) => void>();

  constructor(options: OutboxOptions<Body>) {
    this.#options = options;
    this.#store = new OutboxStore(options.name, options.most);
  }

  /** Shows the entries of earlier pages, and delivers them if possible. */
  async recall(page: OutboxPage<Body>): Promise<void> {
    await this.show(page.owner);
    await this.deliver(page);
  }

  /**
   * Deletes old entries of other persons. Does nothing before the server has answered once, because
   * the server's time is needed.
   */
  tidy(owner: Owner): void {
    const now = serverTimeSinceAnswer();
    if (now === undefined) return;
    // If the database does not answer, a later start deletes them.
    this.#store.forgetOld(owner, now).catch(() => undefined);
  }

  /**
   * Passes the waiting entries, including those of other tabs, to the `show` option and returns
   * them.
   */
  async show(owner: Owner): Promise<readonly Entry<Body>[]> {
    const entries = await this.#store.of(owner);
    setEntriesWait(this.#options.name, entries.length > 0);
    const reason = navigator.onLine ? this.#waitReason : 'cut-off';
    this.#options.show?.(
      entries.map((entry) => ({
        ...entry,
        waits: this.#trying.has(entry.key) ? undefined : reason,
      })),
    );
    return entries;
  }

  /** Stores new entries, each with a time later than `after`, then delivers them. */
  async keep(
    page: OutboxPage<Body>,
    said: readonly { readonly body: Body; readonly after?: number }[],
  ): Promise<StoredEntries<Body>> {
    // The entries get their times before the first of them is stored, because storing can be slow.
    const made = said.map(({ body, after = 0 }) => ({ entry: newEntry(page.owner, body), after }));
    const entries: Entry<Body>[] = [];
    for (const { entry, after } of made) entries.push(await this.#write(entry, after));
    const firstTry = Promise.all(entries.map(({ key }) => this.#firstTryOf(key))).then((results) =>
      this.#inTheEnd(page.owner, entries, worstOf(results)),
    );
    await this.show(page.owner);
    page.changed?.();
    // Without a connection the entries are not sent now. If the browser wrongly reports to be
    // offline, the next answer of the server triggers a delivery.
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

  /**
   * Sends an entry at once, and stores it only if the server may not have received it. For data
   * that the user does not wait for.
   */
  async sendOrKeep(page: OutboxPage<Body>, body: Body): Promise<void> {
    const entry = newEntry(page.owner, body);
    const { outcome } = await this.#send(page, entry);
    if (outcome === 'delivered' || outcome === 'refused') return;
    await this.#store.add({ ...entry, wasSent: true });
    await this.show(page.owner);
  }

  /**
   * Undoes entries. Entries that the server cannot have received are removed; for each of the
   * others an entry with the opposite content is sent.
   */
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

  /** Sends the waiting entries until one of them fails. Only one tab sends at a time. */
  async deliver(page: OutboxPage<Body>): Promise<void> {
    clearTimeout(this.#nextTry);
    // Returns if another delivery already waits for the lock, because that delivery will include
    // all entries.
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
      reportProblem('outbox delivery failed', error);
    }
  }

  /** Cancels the pending retry; called when the person signs out. */
  stop(): void {
    clearTimeout(this.#nextTry);
    this.#tries = 0;
  }

  /**
   * Sends the waiting entries one after the other. Returns the outcome of the last one that was
   * sent.
   */
  async #deliverAll(page: OutboxPage<Body>): Promise<Outcome> {
    const { orderOf } = this.#options;
    const heldUp = new Set<string>();
    let last: Outcome = 'delivered';
    for (;;) {
      const entry = nextEntry(await this.#store.of(page.owner), heldUp, orderOf);
      if (entry === undefined) return last;
      // False if an undo has just removed the entry.
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
      const isSaid = returnsCreated(await page.send(entry, at));
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

  /**
   * Schedules a retry if the server did not answer. An answered poll also triggers a delivery, but
   * the current screen may not poll.
   */
  #tryAgainLater(page: OutboxPage<Body>, last: Outcome): void {
    clearTimeout(this.#nextTry);
    this.#tries = last === 'unknown' ? this.#tries + 1 : 0;
    if (this.#tries === 0) return;
    this.#nextTry = setTimeout(() => {
      // While the browser is offline, polls detect the return of the connection.
      if (navigator.onLine) void this.deliver(page);
    }, waitAfterTries(this.#tries));
  }

  async #write(entry: NewEntry<Body>, after: number): Promise<Entry<Body>> {
    const order = this.#options.orderOf(entry);
    const before = (await this.#store.of(entry)).findLast(
      (other) => this.#options.orderOf(other) === order,
    );
    // The time is later than that of the entry before, even if the clock was set back between two
    // presses.
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

  /**
   * Ends the first attempts of all entries: entries that are not delivered yet count as waiting.
   */
  #endFirstTries(): void {
    for (const tell of [...this.#trying.values()]) tell({ outcome: 'waiting' });
  }

  /**
   * Corrects the result to `delivered` if the entries are gone, because another tab may have
   * delivered them.
   */
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

/** Creates an entry for a press at the current time. */
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
