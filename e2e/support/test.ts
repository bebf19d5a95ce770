import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type APIRequestContext,
  test as base,
  expect,
  type Page,
  type Request,
} from '@playwright/test';
import type { ReceivedMail } from '#testing/smtp.ts';
import { MINUTE_MS } from '../../src/kit/shared/durations.ts';
import { EXAMPLE_PASSWORD, registrationForm } from '../../src/testing/registration.ts';
import { readGround } from './ground.ts';
import { proveEmail } from './prove-email.ts';
import type { FromServer } from './serve.ts';
import { withoutTips } from './tips.ts';

/** A minute past which nothing here ever waits. */
export const LONGEST_START_MS = MINUTE_MS;

/** Longer than an answer takes that nobody holds back. */
const LONGEST_ANSWER_MS = 3_000;

/** The server under test, its clock and the mails that it sent. */
export class ProductServer {
  readonly url: string;
  readonly #process: ChildProcess;
  readonly #mails: ReceivedMail[] = [];
  readonly #readers = new Set<() => void>();
  #clock = { at: Date.now(), isRunning: true, setAt: Date.now() };

  constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#process = child;
    child.on('message', (message: FromServer) => {
      if (!('mail' in message)) return;
      this.#mails.push(message.mail);
      for (const look of this.#readers) look();
    });
  }

  /** What the server's clock shows. */
  get now(): Date {
    const { at, isRunning, setAt } = this.#clock;
    return new Date(at + (isRunning ? Date.now() - setAt : 0));
  }

  /** Sets the server's clock and waits until it is set. */
  setClock(instant: Date, isRunning = true): Promise<void> {
    this.#clock = { at: instant.getTime(), isRunning, setAt: Date.now() };
    return new Promise((resolve) => {
      const hear = (message: FromServer) => {
        if (!('clock' in message)) return;
        this.#process.off('message', hear);
        resolve();
      };
      this.#process.on('message', hear);
      this.#process.send({ clock: instant.getTime(), isRunning });
    });
  }

  /** The next mail to that address with such a subject; waits for it when it is under way. */
  mailTo(address: string, subject: RegExp): Promise<ReceivedMail> {
    return new Promise((resolve) => {
      const look = () => {
        const index = this.#mails.findIndex(
          (mail) => mail.recipients.includes(address) && subject.test(mail.subject),
        );
        const [mail] = index < 0 ? [] : this.#mails.splice(index, 1);
        if (mail === undefined) return;
        this.#readers.delete(look);
        resolve(mail);
      };
      this.#readers.add(look);
      look();
    });
  }
}

interface Start {
  options?: readonly string[];
  /** Besides what every server here has in its environment. */
  env?: Readonly<Record<string, string>>;
}

/** Starts the product's server in a process of its own. */
export async function startServer({ options = [], env = {} }: Start = {}) {
  const child = fork(readGround().program, options, { env: { ...process.env, ...env } });
  return { server: new ProductServer(await started(child), child), child };
}

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
      if (isAnswered(request)) this.#underWay.add(request);
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
    await this.#quiet();
    await this.#stored();
    this.#frozenAt = new Date(instant).getTime();
    await this.#server.setClock(this.now, false);
    await this.#page.clock.pauseAt(this.now);
    // What the page armed within a millisecond, which `Date` does not tell, is due by its end only.
    await this.#page.clock.runFor(1);
  }

  /**
   * Waits for the answers on their way: one of the later time that comes before the page's clock is
   * moved would tell the page that its clock is wrong. What a test holds back is not waited for long.
   */
  async #quiet(): Promise<void> {
    const end = performance.now() + LONGEST_ANSWER_MS;
    while (this.#underWay.size > 0 && performance.now() < end) {
      await this.#page.evaluate(() => undefined);
    }
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
function isAnswered(request: Request): boolean {
  const { pathname } = new URL(request.url());
  return pathname.startsWith('/api/') && !/^\/api\/(live|help-tip)$/.test(pathname);
}

export interface Family {
  readonly email: string;
  readonly password: string;
  /** Signed in as the super_admin, beside the browser. */
  readonly request: APIRequestContext;
}

interface Fixtures {
  /** Whether the home screen's tip comes; it would lie over what most tests look at. */
  withTips: boolean;
  /** Starts both clocks at an instant, before the first page is opened. */
  clockAt(start: string): Promise<SharedClock>;
  /** A new household, and the page signed in as its super_admin. */
  family: Family;
}

interface WorkerFixtures {
  server: ProductServer;
  /** A server that knows no mail server; started only for the tests that ask for it. */
  mailless: ProductServer;
}

/**
 * Of the console: a refused call is written there by the browser itself. What waits is kept by a disk
 * that a busy machine may be slow to write; it is delivered a minute later, which the journeys look for.
 */
const EXPECTED = /Failed to load resource|an outbox could not be delivered.*store does not answer/;

export const DEFAULT_START = '2026-03-10T11:58:00Z';

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
    async ({}, use) => {
      const { server, child } = await startServer();
      await use(server);
      child.disconnect();
    },
    { scope: 'worker', timeout: LONGEST_START_MS },
  ],
  mailless: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
    async ({}, use) => {
      const { server, child } = await startServer({ options: ['without-mail'] });
      await use(server);
      child.disconnect();
    },
    { scope: 'worker', timeout: LONGEST_START_MS },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  extraHTTPHeaders: async ({ headless: _ }, use) => {
    const part = () => Math.floor(Math.random() * 250) + 1;
    await use({ 'x-forwarded-for': `10.${part()}.${part()}.${part()}` });
  },
  clockAt: async ({ page, server }, use) => {
    await use(async (start) => {
      const instant = new Date(start);
      await server.setClock(instant);
      await page.clock.install({ time: instant });
      return new SharedClock(page, server);
    });
  },
  family: async ({ context, server }, use) => {
    await server.setClock(new Date(DEFAULT_START));
    const email = `family-${randomUUID()}@example.com`;
    const answer = await context.request.post('/api/auth/register', {
      data: registrationForm(email),
    });
    expect(answer.status(), await answer.text()).toBe(201);
    await proveEmail(context.request, server, email);
    await use({ email, password: EXAMPLE_PASSWORD, request: context.request });
  },
  withTips: [false, { option: true }],
  page: async ({ page, withTips }, use) => {
    if (!withTips) await withoutTips(page);
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    await use(page);
    const unexpected = problems.filter((text) => !EXPECTED.test(text));
    expect(unexpected, 'nothing unexpected on the console').toEqual([]);
  },
});

export { expect };

function started(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('message', (message: FromServer) => {
      if ('url' in message) resolve(message.url);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
}

/** Adds a medication that runs from long ago; times are of the household's timezone. */
export async function addMedication(
  { request }: Family,
  medication: { name: string; times: string[] } & Record<string, unknown>,
): Promise<string> {
  const answer = await request.post('/api/medications', {
    data: { frequency: 'daily', startDate: '2026-01-01', dosage: 'one tablet', ...medication },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).id;
}
