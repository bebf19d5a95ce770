import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { connect, type Database } from '#database/connect.ts';
import { NOBODY_OUTSIDE } from '#testing/outside.ts';
import { registrationForm } from '#testing/registration.ts';
import { asking, expectStatus, fixedClock } from '#testing/test-server.ts';
import { buildApp } from '../../src/app/build-app.ts';
import { readConfig } from '../../src/app/config.ts';

/** Several servers of the product on one database and one data folder. */
export interface TestServers {
  readonly clock: ReturnType<typeof fixedClock>;
  start(environment?: Record<string, string>): Promise<StartedServer>;
  close(): Promise<void>;
}

export interface StartedServer {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly url: string;
}

/** Creates servers on the database at `databaseUrl`; all share one fixed clock. */
export async function testServers(databaseUrl: string): Promise<TestServers> {
  const clock = fixedClock('2026-03-10T14:00:00Z');
  const folder = await mkdtemp(join(tmpdir(), 'grand-servers-'));
  const running: StartedServer[] = [];
  return {
    clock,
    async start(environment = {}) {
      const config = readConfig({
        LOG_LEVEL: 'silent',
        DATA_DIR: folder,
        DATABASE_URL: databaseUrl,
        // A port at which no server listens.
        OPEN_METEO_URL: 'http://127.0.0.1:9',
        ...environment,
      });
      const database = await connect(config);
      const parts = { config, database, now: clock.now, outside: NOBODY_OUTSIDE };
      const app = await buildApp(parts);
      const url = await app.listen({ port: 0, host: '127.0.0.1' });
      const started = { app, database, url };
      running.push(started);
      return started;
    },
    async close() {
      for (const { app, database } of running.splice(0)) {
        await app.close();
        await database.close();
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Registers a household on one server; returns the session token of its super_admin. */
export async function registered({ app }: Pick<StartedServer, 'app'>, email = 'ada@example.com') {
  const answer = await asking(app)('POST', '/api/auth/register', registrationForm(email));
  return tokenOf(expectStatus(answer, 201).headers);
}

export function tokenOf(headers: Record<string, unknown>): string {
  return /grand_session=([^;]*)/.exec(String(headers['set-cookie']))?.[1] ?? '';
}

/** Returns the number of SQL statements of a call; zero if the response is cached. */
export async function costOf({ app, database }: StartedServer, token: string): Promise<number> {
  const before = database.statements();
  expectStatus(await asking(app, token)('GET', '/api/settings'), 200);
  return database.statements() - before;
}
