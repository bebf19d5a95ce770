import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { ProductServer } from './test.ts';

declare global {
  interface Window {
    /** The page's requests to the server. */
    questions: {
      /** Holds new ones back. Done when the earlier ones are answered, at the latest after `longestMs`. */
      hold(longestMs: number): Promise<void>;
      /** Sends those that were held back. */
      release(): void;
    };
  }
}

/** Longer than an answer takes that nobody holds back. */
const LONGEST_ANSWER_MS = 3_000;

/**
 * The clock that the page and the server share. It runs by itself, so that a screen can be used as
 * people do; frozen, it moves only when a test says so.
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

  /** Starts both at that instant; before the page is opened. */
  static async start(page: Page, server: ProductServer, at: string | Date) {
    const instant = new Date(at);
    await server.setClock(instant);
    await page.clock.install({ time: instant });
    await page.addInitScript(followQuestions);
    return new SharedClock(page, server);
  }

  /** The instant at which it is frozen. */
  get now(): Date {
    return new Date(this.#frozenAt);
  }

  /**
   * Goes on to a later instant, firing every timer on the way, and stands still there. No answer is on
   * its way while the clocks are moved: one of the server's later time that comes before the page's
   * clock is moved would tell the page that its clock is wrong.
   */
  async freezeAt(instant: string | Date): Promise<void> {
    await this.#page.evaluate((longest) => window.questions.hold(longest), LONGEST_ANSWER_MS);
    await this.#stored();
    this.#frozenAt = new Date(instant).getTime();
    await this.#server.setClock(this.now, false);
    await this.#page.clock.pauseAt(this.now);
    await this.#page.evaluate(() => window.questions.release());
    // What the page armed within a millisecond, which `Date` does not tell, is due by its end only.
    await this.#page.clock.runFor(1);
  }

  /**
   * Waits for the browser's own store, which answers in real time: the page, whose time is moved,
   * would take it for silent. One that a test has made silent is not asked again.
   */
  async #stored(): Promise<void> {
    if (this.#isStoreSilent) return;
    const waiting = new AbortController();
    const read = this.#page.evaluate(readPresses).catch(() => undefined);
    const end = sleep(LONGEST_ANSWER_MS, 'silent', { signal: waiting.signal }).catch(
      () => undefined,
    );
    this.#isStoreSilent = (await Promise.race([read, end])) === 'silent';
    waiting.abort();
  }

  /** Moves both on second by second, so that every timer fires at its time. */
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

/** Reads the tablet's presses, if it has any store of them: what was asked before is done then. */
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

/** Runs in the page. A request that a test never answers is waited for only so long. */
function followQuestions(): void {
  const ask = window.fetch;
  // A line that stays open and a tip that is held back are never answered.
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
      // The page's timers may stand still: the browser's scheduler has a clock of its own.
      const end = scheduler.postTask(() => undefined, { delay: longestMs });
      await Promise.race([Promise.allSettled(underWay), end]);
    },
    release() {
      moved = undefined;
      send();
    },
  };
}
