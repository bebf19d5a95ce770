import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { connect } from '#database/connect.ts';
import { lockFolder } from '#database/lock.ts';
import { accounts, logins } from '#database/schema/households.ts';
import { liveFeature } from '#features/live/server.ts';
import { passwordResetFeature, sessionsFeature } from '#features/sessions/server.ts';
import { openOperatorLine } from '#platform/server/operator-line.ts';
import { diskStore } from '#platform/server/storage/file-store.ts';
import { uploadsFolder } from '#platform/server/storage/temp-files.ts';
import type { Role } from '#platform/shared/roles.ts';
import { makeTestDatabase } from '#testing/database.ts';
import { follow } from '#testing/live-lines.ts';
import { registrationForm } from '#testing/registration.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  asking,
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { buildApp } from '../app/build-app.ts';
import { readConfig } from '../app/config.ts';
import { runCommand } from './run.ts';
import { commandRoute, doctorRoute } from './run-command.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'grand-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

async function run(line: string, environment: Record<string, string> = {}) {
  const said: string[] = [];
  const complained: string[] = [];
  const code = await runCommand(line.split(' ').filter(Boolean), {
    environment: { DATA_DIR: dataDir, UPLOAD_RESERVE_MB: '0', ...environment },
    now: () => new Date(),
    program: 'npm run grand --',
    say: (words) => said.push(words),
    complain: (words) => complained.push(words),
  });
  return { code, said: said.join('\n'), complained: complained.join('\n') };
}

describe('the command line', () => {
  it('no arguments print the help', async () => {
    const { code, said } = await run('');
    expect(code).toBe(0);
    for (const word of ['accounts', 'subscription set', 'backup', 'restore', 'doctor'])
      expect(said).toContain(word);
  });

  it('an unknown command exits with 2 and prints the help', async () => {
    const { code, said, complained } = await run('explode');
    expect(code).toBe(2);
    expect(said).toBe('');
    expect(complained).toContain("There is no command 'explode'.");
    expect(complained).toContain('npm run grand -- accounts');
  });

  it('a command creates no database if there is none', async () => {
    const { code, complained } = await run('accounts');
    expect(code).toBe(1);
    expect(complained).toBe(
      `There is no database in ${join(dataDir, 'database')} yet. Start the application once first.`,
    );
  });

  it('an invalid variable is named', async () => {
    const { code, complained } = await run('accounts', { PORT: 'many' });
    expect(code).toBe(1);
    expect(complained).toBe('PORT must be a port number from 0 to 65535.');
  });

  it('a database in use without an answering server is reported', async () => {
    const release = await heldDatabase();
    const { code, complained } = await run('accounts');
    await release();
    expect(code).toBe(1);
    expect(complained).toBe(
      `The folder ${dataDir} is in use by another process of this application. Stop that one first.`,
    );
  });

  it('the doctor asks the running server about its database', async () => {
    const release = await heldDatabase();
    const server = createServer((_request, response) => response.end('{}'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    const port = typeof bound === 'object' ? bound?.port : undefined;
    const well = await run('doctor', { PORT: String(port) });
    expect(well.said).toContain('well   Database: The running server answers');
    expect(well.said).toContain('Nothing is wrong.');
    expect(well.code).toBe(0);
    await new Promise((resolve) => server.close(resolve));
    const ill = await run('doctor', { PORT: String(port) });
    expect(ill.said).toContain(`nothing answers on port ${port}.`);
    expect(ill.said).toContain('One thing is wrong.');
    expect(ill.code).toBe(1);
    await release();
  });

  it('the doctor reports that there is no database yet', async () => {
    const { code, said } = await run('doctor');
    expect(code).toBe(1);
    expect(said).toContain('WRONG  Database: There is no database in');
    expect(said).not.toContain('Push keys');
  });
});

/** Locks the data folder as a running server does. */
function heldDatabase(): Promise<() => Promise<void>> {
  mkdirSync(join(dataDir, 'database'));
  writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '18\n');
  return lockFolder(dataDir);
}

describe('commands next to a server with the embedded database', () => {
  let hangUp: () => Promise<void>;
  let server: TestServer;
  let release: () => Promise<void>;
  beforeEach(async () => {
    release = await heldDatabase();
    server = await testServer([
      sessionsFeature(NO_MAIL),
      passwordResetFeature({ ...NO_MAIL, publicUrl: 'https://x.example' }),
      liveFeature,
    ]);
    const { database, app } = server;
    const config = { publicUrl: 'http://192.168.1.7:3000' };
    const now = () => server.clock.now();
    const own = readConfig({
      DATA_DIR: dataDir,
      UPLOAD_RESERVE_MB: '0',
      PUBLIC_URL: config.publicUrl,
    });
    const store = diskStore(uploadsFolder(dataDir));
    const routes = {
      ...commandRoute({ database, unitOfWork: app.unitOfWork, config, now }),
      ...doctorRoute({ config: own, database, store, now }),
    };
    hangUp = await openOperatorLine({ dataDir, log: app.log, routes });
  });
  afterEach(async () => {
    await hangUp();
    await server.close();
    await release();
  });

  const numberOf = async ({ accountId }: TestHousehold) => {
    const rows = await server.database.asSystem((db) => db.select().from(accounts));
    return rows.find(({ id }) => id === accountId)?.accountNumber ?? '';
  };

  it('households are listed and a subscription is set through the server', async () => {
    const home = await server.household();
    const number = await numberOf(home);
    const listed = await run('accounts');
    expect(listed).toMatchObject({ code: 0, complained: '' });
    expect(listed.said).toContain(`${number}  active`);
    const set = await run(`subscription set ${number} --status past_due --end 2026-12-31`);
    expect(set.said).toBe(`${number} is past_due, monthly, until 2027-01-01 00:00 UTC.`);
    expect((await run('accounts')).said).toContain(`${number}  past_due`);
  });

  it('used sessions notice an expiry and a renewal at once', async () => {
    const home = await server.household();
    const number = await numberOf(home);
    const use = async (role: Role) => (await home.as(role)('GET', '/api/auth/user')).status;
    for (const role of ['user', 'admin'] as const) expect(await use(role)).toBe(200);
    await run(`subscription set ${number} --status canceled --end 2020-01-01`);
    for (const role of ['user', 'admin'] as const) expect(await use(role)).toBe(403);
    await run(`subscription set ${number} --status active`);
    for (const role of ['user', 'admin'] as const) expect(await use(role)).toBe(200);
  });

  it('open screens notice a confirmed email at once', async () => {
    const home = await server.household();
    await server.database.asSystem((db) => db.update(logins).set({ emailProvenAt: null }));
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const line = await follow(url, home.cookieOf('admin'));
    const { code } = await run(`confirm-email admin@${home.accountId}.example`);
    expect(code).toBe(0);
    expect(JSON.stringify(await line.next())).toContain('alerts');
    line.close();
  });

  it('a new password by the link ends the used sessions', async () => {
    const home = await server.household();
    const ask = home.as('admin');
    expectStatus(await ask('GET', '/api/auth/user'), 200);
    const { said } = await run(`reset-password admin@${home.accountId}.example`);
    expectStatus(await ask('GET', '/api/auth/user'), 200);
    const token = /token=([\w-]+)/.exec(said)?.[1];
    const body = { token, password: 'a quiet blue harbour' };
    expectStatus(await server.ask('POST', '/api/auth/reset-password', body), 200);
    expectStatus(await ask('GET', '/api/auth/user'), 401);
  });

  it('the link contains the address of the running server', async () => {
    const home = await server.household();
    const { code, said } = await run(`reset-password super_admin@${home.accountId}.example`);
    expect(code).toBe(0);
    expect(said).toContain('http://192.168.1.7:3000/');
  });

  it('the doctor examines the running server with its database and settings', async () => {
    await server.household();
    const { said } = await run('doctor', { PORT: '1' });
    expect(said).toContain(
      'WRONG  Server: Another process holds the database, but nothing answers',
    );
    expect(said).toMatch(/well {3}Database: The .* answers and is up to date, with 1 household\./);
    expect(said).toContain('People use http://192.168.1.7:3000');
    expect(said).toContain('Jobs: ');
    expect(said).not.toContain('could not be looked at');
  });

  it('refusals and failures of the server are printed as sentences', async () => {
    const none = await run('subscription set GA-000000 --status active');
    expect(none).toMatchObject({ code: 1, complained: 'There is no household GA-000000.' });
    await hangUp();
    const fails = { '/command': () => Promise.reject(new Error('broken')) };
    hangUp = await openOperatorLine({ dataDir, log: server.app.log, routes: fails });
    const failed = await run('accounts');
    expect(failed.complained).toBe('The running server could not do it; its log says why.');
    await hangUp();
    hangUp = await openOperatorLine({ dataDir, log: server.app.log, routes: {} });
    const older = await run('accounts');
    expect(older.complained).toBe('The running server is of another version: start it anew.');
  });
});

describe.runIf(inject('testGround').kind === 'postgres')(
  'commands next to a server with PostgreSQL',
  () => {
    it('a subscription is set, and the server notices at once', async () => {
      const { url, drop } = await makeTestDatabase();
      const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
      const database = await connect(config);
      const app = await buildApp({ config, database, now: () => new Date() });
      const form = registrationForm('a@b.example');
      const answer = expectStatus(await asking(app)('POST', '/api/auth/register', form), 201);
      const [, token] = /grand_session=([^;]*)/.exec(String(answer.headers['set-cookie'])) ?? [];
      const ask = asking(app, token);
      const use = async () => (await ask('GET', '/api/settings')).status;
      expect(await use()).toBe(200);
      const { accountNumber } = answer.body.user;
      const environment = { DATABASE_URL: url };
      expect((await run('accounts', environment)).said).toContain(accountNumber);
      const set = `subscription set ${accountNumber} --status canceled --end 2020-01-01`;
      expect((await run(set, environment)).said).toContain('expired');
      await expect.poll(use, { timeout: 10_000 }).toBe(403);
      expect(
        (await run(`subscription set ${accountNumber} --status active`, environment)).code,
      ).toBe(0);
      await expect.poll(use, { timeout: 10_000 }).toBe(200);
      expect((await run('doctor', environment)).said).toContain('The PostgreSQL server answers');
      await app.close();
      await database.close();
      await drop();
    });
  },
);
