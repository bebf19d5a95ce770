import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { ProductServer } from './test.ts';

declare global {
  interface Window {
    /** The page's requests to the server. */
    questions: {
      /**
       * Holds new requests back. Resolves when the earlier ones are answered, after `longestMs` at
       * the latest.
       */
      hold(longestMs: number): Promise<void>;
      /** Sends the requests that were held back. */
      release(): void;
    };
  }
}

/** Longer than any answer takes that a test does not hold back. */
const MAX_ANSWER_MS = 3_000;

/**
 * The clock that page and server share. It runs in real time, so that a screen can be used
 * normally; a frozen clock moves only when a test moves it.
 */
export class SharedClock {
  #frozenAt = 0;
  readonly #page: Page;
  readonly #server: ProductServer;
  #isStoreSilent = false;

  private constructor(page: Page, server: ProductServer) {
    this.#page = page;
    this.#server = server;
  }

  /** Starts both clocks at this instant; call it before the page is opened. */
  static async start(page: Page, server: ProductServer, at: string | Date) {
    const instant = new Date(at);
    await server.setClock(instant);
    await page.clock.install({ time: instant });
    await page.addInitScript(followQuestions);
    return new SharedClock(page, server);
  }

  /** The time at which it is frozen. */
  get now(): Date {
    return new Date(this.#frozenAt);
  }

  /**
   * Moves to a later instant, fires every timer until then, and freezes the clocks. Requests are
   * held back meanwhile: an answer with the server's new time, received before the page's clock is
   * moved, would look like a wrong clock.
   */
  async freezeAt(instant: string | Date): Promise<void> {
    await this.#page.evaluate((longest) => window.questions.hold(longest), MAX_ANSWER_MS);
    await this.#stored();
    this.#frozenAt = new Date(instant).getTime();
    await this.#server.setClock(this.now, false);
    await this.#page.clock.pauseAt(this.now);
    await this.#page.evaluate(() => window.questions.release());
    // Timers that the page set within the same millisecond are due at its end, because `Date` has
    // no fractions.
    await this.#page.clock.runFor(1);
  }

  /**
   * Waits for IndexedDB, which answers in real time; the page, whose time is moved, would treat it
   * as not responding. A database that a test has blocked is not tried again.
   */
  async #stored(): Promise<void> {
    if (this.#isStoreSilent) return;
    const waiting = new AbortController();
    const read = this.#page.evaluate(readPresses).catch(() => undefined);
    const end = sleep(MAX_ANSWER_MS, 'silent', { signal: waiting.signal }).catch(() => undefined);
    this.#isStoreSilent = (await Promise.race([read, end])) === 'silent';
    waiting.abort();
  }

  /** Moves both clocks second by second, so that every timer fires at its time. */
  async advance(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      await this.#stored();
      this.#frozenAt += 1000;
      await this.#server.setClock(this.now, false);
      await this.#page.clock.runFor(1000);
    }
  }

  /** Lets both clocks run again. */
  async thaw(): Promise<void> {
    await this.#server.setClock(this.now, true);
    await this.#page.clock.resume();
  }
}

/**
 * Reads the tablet's queued answers, if their database exists; earlier requests of it are then
 * done.
 */
async function readPresses(): Promise<void> {
  const known = await indexedDB.databases();
  if (!known.some(({ name }) => name === 'presses')) return;
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open('presses');
    opening.onerror = () => resolve();
    opening.onsuccess = () => {
      const database = opening.result;
      const reading = database.transaction('presses', 'readonly').objectStore('presses').count();
      reading.onsuccess = () => {
        database.close();
        resolve();
      };
    };
  });
}

/**
 * Runs in the page and tracks its requests. A request that a test never answers is awaited only for
 * a limited time.
 */
function followQuestions(): void {
  const ask = window.fetch;
  // The live connection stays open, and a tip may be held back, so these requests never end.
  const neverAnswered = /\/api\/(live|help-tip)$/;
  const underWay = new Set<Promise<Response>>();
  let moved: Promise<void> | undefined;
  let send = () => {};
  window.fetch = (...question) => {
    if (moved !== undefined) return moved.then(() => window.fetch(...question));
    const answer = ask(...question);
    if (neverAnswered.test(String(question[0]))) return answer;
    const forget = () => underWay.delete(answer);
    underWay.add(answer);
    answer.then(forget, forget);
    return answer;
  };
  window.questions = {
    async hold(longestMs) {
      moved = new Promise((resolve) => {
        send = resolve;
      });
      // The page's timers may be frozen, but the browser's scheduler is not.
      const end = scheduler.postTask(() => undefined, { delay: longestMs });
      await Promise.race([Promise.allSettled(underWay), end]);
    },
    release() {
      moved = undefined;
      send();
    },
  };
}
