import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { type APIRequestContext, test as base, expect } from '@playwright/test';
import type { ReceivedMail } from '#testing/smtp.ts';
import { MINUTE_MS } from '../../src/platform/shared/durations.ts';
import { EXAMPLE_PASSWORD, registrationForm } from '../../tests/support/registration.ts';
import { proveEmail } from './prove-email.ts';
import { readGround } from './resources.ts';
import type { FromServer } from './serve.ts';
import { SharedClock } from './shared-clock.ts';
import { withoutTips } from './tips.ts';

/**
 * Maximum start time of a server, in milliseconds; also used as the timeout of other slow steps.
 */
export const MAX_START_MS = MINUTE_MS;

/** The server under test, with its clock and the mails it sent. */
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

  /** The current time of the server's clock. */
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

  /** Starts the server again at the same address, with the current built files. */
  async restart(): Promise<void> {
    this.#process.send('restart');
    await started(this.#process);
  }

  /**
   * Resolves with the next mail to this address whose subject matches; waits for it if necessary.
   */
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
  /** Environment variables in addition to those of this process. */
  env?: Readonly<Record<string, string>>;
}

/** Starts the app's server in a child process. */
export async function startServer({ options = [], env = {} }: Start = {}) {
  const child = fork(readGround().program, options, { env: { ...process.env, ...env } });
  return { server: new ProductServer(await started(child), child), child };
}

export interface Family {
  readonly email: string;
  readonly password: string;
  /** Sends API requests with the session of the super admin. */
  readonly request: APIRequestContext;
}

interface Fixtures {
  /** True if the home screen may show its tip, which would cover content that most tests use. */
  withTips: boolean;
  /** Starts both clocks at an instant; call it before the first page is opened. */
  clockAt(start: string): Promise<SharedClock>;
  /** A new household; the page is signed in as its super admin. */
  family: Family;
}

interface WorkerFixtures {
  server: ProductServer;
  /** A server without SMTP. It is started only for tests that use this fixture. */
  mailless: ProductServer;
}

/**
 * Console errors that are allowed. The browser itself logs a failed request. On a busy machine
 * IndexedDB may be too slow to store a queued answer, which is then delivered a minute later, as
 * the tests check.
 */
export const EXPECTED_ON_CONSOLE =
  /Failed to load resource|outbox delivery failed.*store does not answer/;

export const DEFAULT_START = '2026-03-10T11:58:00Z';

export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
    async ({}, use) => {
      const { server, child } = await startServer();
      await use(server);
      child.disconnect();
    },
    { scope: 'worker', timeout: MAX_START_MS },
  ],
  mailless: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names out of the pattern
    async ({}, use) => {
      const { server, child } = await startServer({ options: ['without-mail'] });
      await use(server);
      child.disconnect();
    },
    { scope: 'worker', timeout: MAX_START_MS },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  extraHTTPHeaders: async ({ headless: _ }, use) => {
    const part = () => Math.floor(Math.random() * 250) + 1;
    await use({ 'x-forwarded-for': `10.${part()}.${part()}.${part()}` });
  },
  clockAt: async ({ page, server }, use) => {
    await use((start) => SharedClock.start(page, server, start));
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
    const unexpected = problems.filter((text) => !EXPECTED_ON_CONSOLE.test(text));
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

/** Adds a medication that started long ago; times are in the household's timezone. */
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
