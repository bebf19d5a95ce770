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
  /** Name of its database, its lock and its flag. */
  readonly name: string;
  /** Entries with the same order key are delivered in order. */
  orderOf(body: Body): string;
  /**
   * Returns the earliest possible time of an entry in milliseconds, for an entry whose time is
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
  /** Reason why the entry is not delivered yet; undefined during its first two seconds. */
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
  /** True while a delivery waits for the lock; it will include all entries added until then. */
  #isNext = false;
  /** Number of consecutive attempts without an answer. */
  #tries = 0;
  #nextTry: ReturnType<typeof setTimeout> | undefined;
  /** Reason why the last delivery stopped; reset to `slow` by a new entry. */
  #waitReason: WaitReason = 'slow';
  /** Callbacks of entries whose first attempt is still running, by key. */
  readonly #trying = new Map<string, (result: FirstTry) => void>();

  constructor(options: OutboxOptions<Body>) {
    this.#options = options;
    this.#store = new OutboxStore(options.name, options.most);
  }

  /** Shows the entries that an earlier page left, and delivers them if possible. */
  async recall(page: OutboxPage<Body>): Promise<void> {
    await this.show(page.owner);
    await this.deliver(page);
  }

  /**
   * Deletes old entries of other persons. Does nothing before the first answer of the server,
   * because it needs the server's time.
   */
  tidy(owner: Owner): void {
    const now = serverTimeSinceAnswer();
    if (now === undefined) return;
    // If the database does not answer, a later start deletes them.
    this.#store.forgetOld(owner, now).catch(() => undefined);
  }

  /** Shows and returns the waiting entries of all tabs. */
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
    // The times are taken before storing, which can be slow.
    const made = said.map(({ body, after = 0 }) => ({ entry: newEntry(page.owner, body), after }));
    const entries: Entry<Body>[] = [];
    for (const { entry, after } of made) entries.push(await this.#write(entry, after));
    const firstTry = Promise.all(entries.map(({ key }) => this.#firstTryOf(key))).then((results) =>
      this.#inTheEnd(page.owner, entries, worstOf(results)),
    );
    await this.show(page.owner);
    page.changed?.();
    // The browser may wrongly report to be offline; then the next answer of the server triggers a
    // delivery.
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
   * Sends at once, and stores the entry only if it may not have arrived. For data whose saving the
   * user does not wait for.
   */
  async sendOrKeep(page: OutboxPage<Body>, body: Body): Promise<void> {
    const entry = newEntry(page.owner, body);
    const { outcome } = await this.#send(page, entry);
    if (outcome === 'delivered' || outcome === 'refused') return;
    await this.#store.add({ ...entry, wasSent: true });
    await this.show(page.owner);
  }

  /**
   * Undoes entries: those that the server cannot have received are removed; for the others an
   * opposite entry is sent.
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

  /** Sends the waiting entries until one fails; only one tab at a time. */
  async deliver(page: OutboxPage<Body>): Promise<void> {
    clearTimeout(this.#nextTry);
    // The delivery that waits for the lock will include all entries.
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
      reportProblem('What waits in an outbox could not be delivered', error);
    }
  }

  /** Stops retries after the person has signed out. */
  stop(): void {
    clearTimeout(this.#nextTry);
    this.#tries = 0;
  }

  /** Sends the entries one after the other; returns the outcome of the last. */
  async #deliverAll(page: OutboxPage<Body>): Promise<Outcome> {
    const { orderOf } = this.#options;
    const heldUp = new Set<string>();
    let last: Outcome = 'delivered';
    for (;;) {
      const entry = nextEntry(await this.#store.of(page.owner), heldUp, orderOf);
      if (entry === undefined) return last;
      // The entry was just removed by an undo.
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
   * Retries after attempts without an answer. Answered polls also trigger a delivery, but there may
   * be none.
   */
  #tryAgainLater(page: OutboxPage<Body>, last: Outcome): void {
    clearTimeout(this.#nextTry);
    this.#tries = last === 'unknown' ? this.#tries + 1 : 0;
    if (this.#tries === 0) return;
    this.#nextTry = setTimeout(() => {
      // While offline, the polls detect when the connection is back.
      if (navigator.onLine) void this.deliver(page);
    }, waitAfterTries(this.#tries));
  }

  async #write(entry: NewEntry<Body>, after: number): Promise<Entry<Body>> {
    const order = this.#options.orderOf(entry);
    const before = (await this.#store.of(entry)).findLast(
      (other) => this.#options.orderOf(other) === order,
    );
    // Keeps the order of entries even if the clock was set back between two presses.
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

  /** Ends all first attempts; entries that are not delivered yet count as waiting. */
  #endFirstTries(): void {
    for (const tell of [...this.#trying.values()]) tell({ outcome: 'waiting' });
  }

  /** Another tab may have delivered the entries. */
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

/** Creates an entry with the current time. */
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
