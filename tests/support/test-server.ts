import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { expect } from 'vitest';
import type { Database, Db } from '#database/connect.ts';
import { addHousehold, addPerson } from '#features/accounts/server/household.ts';
import { readLimits } from '#features/entitlement/server.ts';
import { addSession, PERSON } from '#features/sessions/server/session-rows.ts';
import { sessionGate } from '#features/sessions/server.ts';
import { buildServer, type ServerParts } from '#platform/server/build-server.ts';
import { readServerConfig } from '#platform/server/config.ts';
import type { Feature } from '#platform/server/feature.ts';
import { sessionCookieName } from '#platform/server/http/cookies.ts';
import { Afterwards } from '#platform/server/jobs/background-tasks.ts';
import type { SteadyClock } from '#platform/server/jobs/monotonic-clock.ts';
import { hashPassword } from '#platform/server/passwords.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { Role } from '#platform/shared/roles.ts';
import { openTestDatabase } from '#testing/database.ts';
import { watchStatements } from './household-statements.ts';
import { unknownRefusals } from './unknown-refusals.ts';

/** A clock that changes only when a test sets it. */
export interface TestClock {
  now(): Date;
  set(instant: string): void;
  advance(milliseconds: number): void;
}

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  readonly body: any;
  /** The body as bytes, for binary responses. */
  readonly raw: Buffer;
  readonly headers: Record<string, string | number | string[] | undefined>;
}

type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

export interface TestHousehold {
  readonly accountId: string;
  readonly userIds: Record<Role, string>;
  /** Returns a function that sends requests as the person with this role, signed in. */
  as(role: Role): Ask;
  /**
   * Returns the session cookie of the person with this role, for tests that send HTTP requests
   * themselves.
   */
  cookieOf(role: Role): string;
}

export interface TestServer {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly clock: TestClock;
  /** Sends a request without a session. */
  readonly ask: Ask;
  household(): Promise<TestHousehold>;
  /**
   * Runs all jobs of the features once at the time of the clock; with a name, only the job with
   * that name.
   */
  jobs(name?: string): Promise<void>;
  /**
   * Resolves when work that continues after the responses is done, such as sending emails and
   * recording failed sign-ins.
   */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** Password of all people in a test household. */
export const TEST_PASSWORD = 'the old garden gate';
const TEST_PASSWORD_HASH = hashPassword(TEST_PASSWORD);

const START = '2026-03-10T14:00:00Z';

/**
 * Starts the real server with these features and a fixed clock. Uses a new database, unless one is
 * given.
 */
export async function testServer(
  features: readonly Feature[],
  environment: Record<string, string> = {},
  steady?: SteadyClock,
  opened?: Database,
  pages: Pick<ServerParts, 'webRoot' | 'firstScreen'> = {},
): Promise<TestServer> {
  const clock = fixedClock(START);
  const database = opened ?? (await openTestDatabase());
  const afterwards = new Afterwards();
  const configured = testConfig(environment);
  const watched = watchStatements(database);
  const gate = sessionGate(watched.database, configured.config.caches.mostSessions);
  const app = await buildServer({
    ...configured,
    ...pages,
    afterwards,
    database: watched.database,
    features,
    gate,
    now: clock.now,
    ...(steady && { steady }),
    title: 'Test',
  });
  const unknown = unknownRefusals(app, features, gate.refusals);
  return {
    app,
    database,
    clock,
    ask: asking(app),
    household: () => newHousehold(database, app, clock),
    jobs: (name) => app.runJobs(name),
    settled: () => afterwards.settled(),
    async close() {
      await app.close();
      await database.close();
      expect([...unknown], 'refusals that the contracts do not tell of').toEqual([]);

      expect(
        [...watched.found],
        'statements that find rows by an id without the household',
      ).toEqual([]);
    },
  };
}

export function testConfig(environment: Record<string, string> = {}) {
  const all = { LOG_LEVEL: 'silent', ...environment };
  return { config: readServerConfig(all), limits: readLimits(all) };
}

export function fixedClock(start: string): TestClock {
  let instant = new Date(start);
  return {
    now: () => instant,
    set: (next) => {
      instant = new Date(next);
    },
    advance: (milliseconds) => {
      instant = new Date(instant.getTime() + milliseconds);
    },
  };
}

/**
 * Returns a function that sends requests through the server's router, as a browser on the server's
 * origin does.
 */
export function asking(app: FastifyInstance, token?: string, address = newAddress()): Ask {
  return async (method, path, body, headers = {}) => {
    const content = await contentOf(body);
    const options: InjectOptions = {
      method: method as 'GET',
      url: path,
      remoteAddress: address,
      headers: {
        ...(token === undefined ? {} : { cookie: `${sessionCookieName(false)}=${token}` }),
        ...content?.headers,
        ...headers,
      },
      ...(content === undefined ? {} : { payload: content.payload }),
    };
    const response = await app.inject({ ...options, payloadAsStream: true });
    const type = String(response.headers['content-type']);
    const raw = await bytesOf(response.stream(), type);
    const isPacked = response.headers['content-encoding'] === 'gzip';
    const text = (isPacked ? gunzipSync(raw) : raw).toString();
    return {
      status: response.statusCode,
      body: /json/.test(type) && text !== '' ? JSON.parse(text) : text,
      raw,
      headers: response.headers,
    };
  };
}

/** Reads the whole response; of an endless event stream only the first chunk. */
async function bytesOf(content: Readable, type: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of content) {
    parts.push(part);
    if (type.startsWith('text/event-stream')) break;
  }
  return Buffer.concat(parts);
}

/** Encodes a form as a browser does, and everything else as JSON. */
async function contentOf(body: unknown) {
  if (body === undefined) return undefined;
  if (body instanceof FormData) {
    const request = new Response(body);
    const payload = Buffer.from(await request.arrayBuffer());
    return { payload, headers: { 'content-type': request.headers.get('content-type') ?? '' } };
  }
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  return { payload, headers: { 'content-type': 'application/json' } };
}

let addresses = 0;

/**
 * Returns a new client address for each client, so that failed attempts of one client do not
 * throttle the others.
 */
function newAddress(): string {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

/** Inserts a household with one person of each role directly into the database. */
async function newHousehold(
  database: Database,
  app: FastifyInstance,
  clock: TestClock,
): Promise<TestHousehold> {
  const id = randomUUID();
  const now = clock.now();
  const endsAt = new Date(now.getTime() + 30 * DAY_MS);
  const subscription = { provider: 'built-in', plan: 'monthly', status: 'active', endsAt } as const;
  const passwordHash = await TEST_PASSWORD_HASH;
  const people = await database.asSystem(async (db) => {
    await addHousehold(db, { id, subscription, now });
    const add = (role: Role) => newPerson(db, { accountId: id, role, passwordHash, now });
    return {
      user: await add('user'),
      admin: await add('admin'),
      super_admin: await add('super_admin'),
    };
  });
  return {
    accountId: id,
    userIds: {
      user: people.user.id,
      admin: people.admin.id,
      super_admin: people.super_admin.id,
    },
    as: (role) => asking(app, people[role].token),
    cookieOf: (role) => `${sessionCookieName(false)}=${people[role].token}`,
  };
}

async function newPerson(
  db: Db,
  person: { accountId: string; role: Role; passwordHash: string; now: Date },
) {
  const { now, ...columns } = person;
  const { accountId, role } = columns;
  const email = `${role}@${accountId}.example`;
  const name = { firstName: 'Ada', lastName: role };
  // The email address counts as confirmed, so that the person receives emails.
  const since = { createdAt: now, emailProvenAt: now, signedInAt: now };
  const id = await addPerson(db, { ...name, ...since, ...columns, email });
  if (id === undefined) throw new Error('the person was not added');
  const session = {
    accountId,
    userId: id,
    deviceName: 'Test',
    lifetime: PERSON,
    now,
    confirmedAt: now,
  };
  return { id, token: (await addSession(db, session)).token };
}

/** Returns the answer. Fails with the response body as message if the status differs. */
export function expectStatus(answer: Answer, status: number): Answer {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  return answer;
}
