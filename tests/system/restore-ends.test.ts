import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#database/connect.ts';
import { knownDevices } from '#database/schema/access.ts';
import { makeResetLink } from '#features/sessions/server.ts';
import type { Role } from '#platform/shared/roles.ts';
import { backUpTo, placeOf, restoreFrom } from '#testing/backups.ts';
import { openTestDatabase } from '#testing/database.ts';
import { NOBODY_OUTSIDE } from '#testing/outside.ts';
import {
  expectStatus,
  TEST_PASSWORD,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';

const PUBLIC_URL = 'http://localhost:3000';
const NEW_PASSWORD = 'the new garden gate';

let folder: string;
let backup: string;
let family: TestHousehold;
let tablet: string;
let open: Awaited<ReturnType<typeof openEverything>>;
const servers: TestServer[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'grand-restore-'));
  backup = join(folder, 'backup.zip');
  const source = await newServer();
  family = await source.household();
  tablet = await pairedTablet(source);
  open = await openEverything(source);
  await backUpTo(backup, placeOf(source.database, join(folder, 'source')));
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await rm(folder, { recursive: true });
});

async function newServer(database?: Database): Promise<TestServer> {
  const environment = { DATA_DIR: folder };
  const server = await testServer(
    featuresFor(readConfig(environment), { outside: NOBODY_OUTSIDE }),
    environment,
    undefined,
    database,
  );
  servers.push(server);
  return server;
}

const pairingCode = async () => {
  const path = `/api/users/${family.userIds.user}/pairing-code`;
  return String(expectStatus(await family.as('admin')('POST', path), 201).body.code);
};

async function pairedTablet(server: TestServer): Promise<string> {
  const answer = await server.ask('POST', '/api/auth/pair', { code: await pairingCode() });
  return String(expectStatus(answer, 200).headers['set-cookie']).split(';')[0] ?? '';
}

/** Creates one access of each kind: sessions, links, codes. */
async function openEverything({ database, clock }: TestServer) {
  const ask = family.as('super_admin');
  const guest = { email: 'edith@example.com', firstName: 'Edith', lastName: 'Clarke' };
  const sent = await ask('POST', '/api/admin/invitations', { ...guest, password: TEST_PASSWORD });
  const ticket = await ask('POST', '/api/export/ticket', { password: TEST_PASSWORD });
  const feed = await family.as('admin')('POST', '/api/calendar-feed');
  const userId = family.userIds.admin;
  const { accountId } = family;
  const link = await database.asSystem(async (db) => {
    const known = { tokenHash: 'a browser', accountId, userId, signedInAt: clock.now() };
    await db.insert(knownDevices).values({ ...known, expiresAt: clock.now() });
    const email = `admin@${accountId}.example`;
    return makeResetLink(db, email, { publicUrl: PUBLIC_URL, now: clock.now() });
  });
  const tokenIn = (address: unknown) => new URL(String(address)).searchParams.get('token');
  return {
    code: await pairingCode(),
    invitation: tokenIn(expectStatus(sent, 201).body.link),
    reset: tokenIn(link),
    ticket: String(expectStatus(ticket, 201).body.ticket),
    calendar: new URL(String(expectStatus(feed, 201).body.url)).pathname,
  };
}

async function restored(isMove: boolean) {
  const database = await openTestDatabase();
  const place = placeOf(database, join(folder, 'target'));
  const paired = await restoreFrom(backup, place, { isMove });
  const server = await newServer(database);
  const as = (cookie: string) => async (method: string, path: string) =>
    (await server.ask(method, path, undefined, { cookie })).status;
  return { server, paired, as, by: (role: Role) => as(family.cookieOf(role)) };
}

describe('access after a restore', () => {
  it("the family is signed out, and the elder's devices stay signed in", async () => {
    const { paired, as, by } = await restored(false);
    expect(await by('admin')('GET', '/api/auth/user')).toBe(401);
    expect(await by('super_admin')('GET', '/api/auth/user')).toBe(401);
    expect(await as(tablet)('GET', '/api/upcoming-medications')).toBe(200);
    expect(await by('user')('GET', '/api/upcoming-medications')).toBe(200);
    expect(paired).toBe(2);
  });

  it('earlier codes, links, tickets, feeds and known browsers are invalid', async () => {
    const { server } = await restored(false);
    const { ask, database } = server;
    expectStatus(await ask('POST', '/api/auth/pair', { code: open.code }), 404);
    expectStatus(await ask('GET', `/api/admin/invitation/${open.invitation}`), 404);
    const change = { token: open.reset, password: NEW_PASSWORD };
    expect((await ask('POST', '/api/auth/reset-password', change)).status).toBe(404);
    expectStatus(await ask('GET', open.calendar), 404);
    const login = { email: `super_admin@${family.accountId}.example`, password: TEST_PASSWORD };
    const cookies = expectStatus(await ask('POST', '/api/auth/login', login), 200).headers;
    const cookie = /grand_session=[^;]*/.exec(String(cookies['set-cookie']))?.[0] ?? '';
    const path = `/api/export?ticket=${open.ticket}`;
    expect((await ask('GET', path, undefined, { cookie })).status).toBeGreaterThanOrEqual(400);
    const known = await database.asSystem((db) => db.select().from(knownDevices));
    expect(known.map(({ tokenHash }) => tokenHash)).not.toContain('a browser');
    const invited = await ask('GET', '/api/admin/invitations', undefined, { cookie });
    expect(expectStatus(invited, 200).body).toMatchObject([{ email: 'edith@example.com' }]);
  });

  it('a move keeps all access valid', async () => {
    const { server, paired, as, by } = await restored(true);
    expect(await by('admin')('GET', '/api/auth/user')).toBe(200);
    expect(await as(tablet)('GET', '/api/upcoming-medications')).toBe(200);
    expectStatus(await server.ask('GET', open.calendar), 200);
    expectStatus(await server.ask('GET', `/api/admin/invitation/${open.invitation}`), 200);
    expectStatus(await server.ask('POST', '/api/auth/pair', { code: open.code }), 200);
    const path = `/api/export?ticket=${open.ticket}`;
    expect(await by('super_admin')('GET', path)).toBe(200);
    const change = { token: open.reset, password: NEW_PASSWORD };
    expect((await server.ask('POST', '/api/auth/reset-password', change)).status).toBeLessThan(300);
    expect(paired).toBeUndefined();
  });
});
