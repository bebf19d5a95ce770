import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect } from '#database/connect.ts';
import { serverKeys } from '#database/schema/alerts.ts';
import { accounts, logins } from '#database/schema/households.ts';
import { rowsOf } from '#features/backup/server/tables.ts';
import { backUpTo, placeOf, restoreFrom } from '#testing/backups.ts';
import { makeTestDatabase } from '#testing/database.ts';
import { type Mailbox, openMailbox } from '#testing/smtp.ts';
import { asking, expectStatus } from '#testing/test-server.ts';
import {
  registered,
  type StartedServer,
  type TestServers,
  testServers,
} from '../support/servers.ts';

/** Generous for slow machines. */
const SOON = { timeout: 10_000, interval: 20 };

type TestDatabase = Awaited<ReturnType<typeof makeTestDatabase>>;

let folder: string;
let mailbox: Mailbox;
let empty: TestDatabase;
let full: TestDatabase;
/** Two servers with the empty database, and one with the database that was backed up. */
let servers: TestServers;
let here: StartedServer;
let there: StartedServer;
let sources: TestServers;
let source: StartedServer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'grand-beside-'));
  mailbox = await openMailbox();
  [empty, full] = [await makeTestDatabase(), await makeTestDatabase()];
  servers = await testServers(empty.url);
  const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'grand@example.org' };
  here = await servers.start(mail);
  there = await servers.start(mail);
  sources = await testServers(full.url);
  source = await sources.start();
});
afterEach(async () => {
  await servers.close();
  await sources.close();
  await mailbox.close();
  await empty.drop();
  await full.drop();
  await rm(folder, { recursive: true });
});

const statusOf = async ({ app }: StartedServer, token: string) =>
  (await asking(app, token)('GET', '/api/settings')).status;

/** Makes a backup of the other database and returns its path. */
const backUp = async () => {
  const path = join(folder, 'backup.zip');
  await backUpTo(path, placeOf(source.database, join(folder, 'source')));
  return path;
};
/** Restores over a separate connection to the database, as the command does. */
const restore = async (path: string) => {
  const database = await connect({ databaseUrl: empty.url, dataDir: folder });
  try {
    await restoreFrom(path, placeOf(database, folder));
  } finally {
    await database.close();
  }
};

it('both servers serve the restored households at once', async () => {
  // Makes the servers cache the push key of the empty database, which the restore replaces.
  const visitor = await registered(here, 'visitor@example.com');
  const pushKey = async (server: StartedServer, token: string) =>
    (await asking(server.app, token)('GET', '/api/push-subscriptions/key')).body.publicKey;
  const ownKey = await pushKey(here, visitor);
  await here.database.asSystem((db) => db.delete(accounts));
  const token = await registered(source);
  const medication = { name: 'Lisinopril', frequency: 'daily', times: ['16:00'] };
  const added = { ...medication, startDate: '2026-03-01' };
  expectStatus(await asking(source.app, token)('POST', '/api/medications', added), 201);
  const sourceKey = await pushKey(source, token);
  await restore(await backUp());
  expect([await statusOf(here, token), await statusOf(there, token)]).toEqual([200, 200]);
  for (const server of [here, there]) expect(await pushKey(server, token)).toBe(sourceKey);
  expect(ownKey).not.toBe(sourceKey);
  const change = { appName: 'Restored' };
  expectStatus(await asking(here.app, token)('PATCH', '/api/settings', change), 200);
  const shown = async () => (await asking(there.app, token)('GET', '/api/settings')).body.appName;
  await expect.poll(shown, SOON).toBe('Restored');
  // Doses of the restored household become overdue and are alerted.
  servers.clock.set('2026-03-10T21:05:00Z');
  await here.database.asSystem((db) => db.update(logins).set({ emailProvenAt: new Date() }));
  for (const { app } of [here, there, here, there]) await app.runJobs();
  const subjects = mailbox.mails.map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('A dose'))).toHaveLength(1);
});

/** True if a transaction waits for a lock. */
const waits = () =>
  there.database.asSystem(async (db) => {
    const waiting = sql`select from pg_locks where not granted`;
    return (await rowsOf(db, waiting)).length > 0;
  });

it('a restore waits for running writes, and writes wait for the restore', async () => {
  const token = await registered(source);
  const path = await backUp();
  let restored: Promise<void> | undefined;
  await here.database.asSystem(async (db) => {
    await db.insert(serverKeys).values({ name: 'own', value: 'made while it was empty' });
    restored = restore(path);
    await expect.poll(waits, SOON).toBe(true);
  });
  await restored;
  expect(await statusOf(there, token)).toBe(200);
  const names = await here.database.asSystem((db) => db.select().from(serverKeys));
  expect(names.map(({ name }) => name)).not.toContain('own');
});

it('a restore gives up if a write does not end', async () => {
  await registered(source);
  const path = await backUp();
  await here.database.asSystem(async (db) => {
    await db.insert(serverKeys).values({ name: 'own', value: 'made while it was empty' });
    await expect(restore(path)).rejects.toThrow('This database is written to all the time');
  });
  expect(await here.database.asSystem((db) => db.select().from(accounts))).toEqual([]);
}, 20_000);
