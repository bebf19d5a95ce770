import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request, Route } from '@playwright/test';
import type { ProductServer } from './test.ts';

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
  readonly #underWay = new Set<Request>();
  #isStoreSilent = false;

  constructor(page: Page, server: ProductServer) {
    this.#page = page;
    this.#server = server;
    page.on('request', (request) => {
      if (isAnswered(new URL(request.url()))) this.#underWay.add(request);
    });
    page.on('requestfinished', (request) => this.#underWay.delete(request));
    page.on('requestfailed', (request) => this.#underWay.delete(request));
  }

  /** The instant at which it is frozen. */
  get now(): Date {
    return new Date(this.#frozenAt);
  }

  /** Goes on to a later instant, firing every timer on the way, and stands still there. */
  async freezeAt(instant: string | Date): Promise<void> {
    await this.#betweenAnswers(async () => {
      await this.#stored();
      this.#frozenAt = new Date(instant).getTime();
      await this.#server.setClock(this.now, false);
      await this.#page.clock.pauseAt(this.now);
    });
    // What the page armed within a millisecond, which `Date` does not tell, is due by its end only.
    await this.#page.clock.runFor(1);
  }

  /**
   * Moves the clocks while no answer is on its way: one of the later time that comes before the page's
   * clock is moved would tell the page that its clock is wrong. What the page asks meanwhile is held
   * back until then; what a test holds back is not waited for long.
   */
  async #betweenAnswers(move: () => Promise<void>): Promise<void> {
    let release: (() => void) | undefined;
    const moved = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hold = async (route: Route) => {
      await moved;
      await route.fallback();
    };
    await this.#page.route(isAnswered, hold);
    const before = [...this.#underWay];
    const end = performance.now() + LONGEST_ANSWER_MS;
    while (before.some((request) => this.#underWay.has(request)) && performance.now() < end) {
      await this.#page.evaluate(() => undefined);
    }
    await move();
    release?.();
    await this.#page.unroute(isAnswered, hold);
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

  /** Lets it run by itself again. */
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

/** A line that stays open and a tip that is held back are never answered. */
function isAnswered({ pathname }: URL): boolean {
  return pathname.startsWith('/api/') && !/^\/api\/(live|help-tip)$/.test(pathname);
}
