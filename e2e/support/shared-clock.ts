import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { ProductServer } from './test.ts';

declare global {
  interface Window {
    /** Functions by which tests delay the page's requests to the server. */
    questions: {
      /**
       * Delays new requests. Resolves when all earlier requests are answered, or after `longestMs`.
       */
      hold(longestMs: number): Promise<void>;
      /** Sends the delayed requests. */
      release(): void;
    };
  }
}

/**
 * Maximum time to wait for answers, in milliseconds. All answers arrive earlier, except those that
 * a test delays.
 */
const MAX_ANSWER_MS = 3_000;

/**
 * The clock that the page and the server share. It runs in real time, so that a screen can be used
 * normally. After it was frozen, it moves only when a test moves it.
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

  /** Returns the time at which the clock is frozen. */
  get now(): Date {
    return new Date(this.#frozenAt);
  }

  /**
   * Moves both clocks to a later instant and freezes them; timers of the page up to that instant
   * fire. New requests are delayed meanwhile: an answer with the server's new time that arrives
   * before the page's clock is moved would look like a wrong clock.
   */
  async freezeAt(instant: string | Date): Promise<void> {
    await this.#page.evaluate((longest) => window.questions.hold(longest), MAX_ANSWER_MS);
    await this.#stored();
    this.#frozenAt = new Date(instant).getTime();
    await this.#server.setClock(this.now, false);
    await this.#page.clock.pauseAt(this.now);
    await this.#page.evaluate(() => window.questions.release());
    // Fires timers that the page has set within the current millisecond; they are due at its end,
    // because `Date` has no fractions.
    await this.#page.clock.runFor(1);
  }

  /**
   * Waits until IndexedDB has answered pending requests. It answers in real time, and a page whose
   * clock is moved meanwhile would treat it as not responding. If a test has blocked the database,
   * this is not tried again.
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

  /** Lets both clocks run again from the current time. */
  async thaw(): Promise<void> {
    await this.#server.setClock(this.now, true);
    await this.#page.clock.resume();
  }
}

/**
 * Reads the database with the tablet's queued answers, if it exists. When this read is answered,
 * earlier requests to the database are answered as well.
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
 * Runs in the page and tracks its requests. For a request that a test never answers, the wait is
 * limited.
 */
function followQuestions(): void {
  const ask = window.fetch;
  // Requests that never end: the event stream stays open, and a test may leave the request for a
  // tip unanswered.
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
      // Uses the browser's scheduler, because the page's timers may be frozen.
      const end = scheduler.postTask(() => undefined, { delay: longestMs });
      await Promise.race([Promise.allSettled(underWay), end]);
    },
    release() {
      moved = undefined;
      send();
    },
  };
}
