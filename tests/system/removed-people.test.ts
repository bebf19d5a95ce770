import { eq, getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bin } from '#database/schema/bin.ts';
import { users } from '#database/schema/households.ts';
import {
  BELONGINGS,
  ENDS_WITH_PERSON,
  LOSES_ITS_NAME,
  REFERENCES,
} from '#features/people/server/belongings.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { EVENT } from '#testing/event.ts';
import { expectStatus, TEST_PASSWORD, type TestHousehold } from '#testing/test-server.ts';
import { LEFT_BEHIND } from '../../src/app/portables.ts';
import { type FullServer, openFullServer } from '../support/household.ts';
import { callsOf, namesOf, rowsOf } from '../support/removed-people.ts';

let full: FullServer;
let home: TestHousehold;
let calls: ReturnType<typeof callsOf>;
beforeAll(async () => {
  full = await openFullServer(undefined, { MAX_ELDERS_PER_HOUSEHOLD: '3' });
});
beforeEach(async () => {
  full.server.clock.set('2026-03-10T14:00:00Z');
  home = await full.server.household();
  calls = callsOf(home);
});
afterAll(() => full.close());

describe('an elder in the bin', () => {
  it('events and medications of the elder are hidden, and those without a person stay', async () => {
    const { id } = await calls.addElder('Albert');
    await calls.addMedication(id);
    await calls.addMedication('system', { name: 'Vitamin D' });
    await calls.done('POST', '/api/calendar-events', {
      ...EVENT,
      title: 'Albert physio',
      userId: id,
    });
    await calls.done('POST', '/api/calendar-events', { ...EVENT, title: 'Lunch', userId: null });
    const inBin = await calls.done('POST', '/api/calendar-events', {
      ...EVENT,
      title: 'Old',
      userId: id,
    });
    await calls.done('DELETE', `/api/calendar-events/${inBin.id}`);
    await calls.remove(id);
    const seen = home.as('user');
    const events = (await seen('GET', '/api/calendar-events')).body;
    expect(JSON.stringify(events)).not.toContain('Albert physio');
    expect(JSON.stringify(events)).toContain('Lunch');
    expect(namesOf((await seen('GET', '/api/medications')).body)).toEqual(['Vitamin D']);
    expect(namesOf(await calls.done('GET', '/api/bin'))).toEqual(['Albert Carter']);
    expectStatus(await home.as('admin')('POST', '/api/bin/restore', { ids: [inBin.id] }), 404);
    expectStatus(await calls.restore(id), 200);
    expect(namesOf(await calls.done('GET', '/api/bin'))).toEqual(['Old']);
    expect(JSON.stringify((await seen('GET', '/api/calendar-events')).body)).not.toContain(
      'physio',
    );
  });

  it('the confirmation names the numbers of affected items', async () => {
    const { id } = await calls.addElder('Albert');
    await calls.addMedication(id);
    await calls.done('POST', '/api/calendar-events', { ...EVENT, userId: id });
    const { affected, prepared } = await calls.done('GET', `/api/users/${id}/removal`);
    expect(affected).toEqual({
      ...{ medications: 1, loggedDoses: 0, measurements: 0, notes: 0, events: 1, timesAway: 0 },
    });
    expect(prepared).toEqual([]);
    await calls.remove(id);
    const [entry] = await calls.done('GET', '/api/bin');
    expect(entry.detail).toBe('1 medication and 1 event');
  });

  it.each(['after 30 days', 'after a permanent deletion'])(
    'no row of the person remains %s',
    async (when) => {
      const { id } = await calls.addElder('Albert', {
        email: `${Math.random()}@example.com`,
        password: TEST_PASSWORD,
      });
      await calls.addMedication(id);
      await calls.remove(id);
      if (when === 'after 30 days') {
        const deletedAt = new Date(full.server.clock.now().getTime() - 30 * DAY_MS);
        await full.server.database.asSystem((db) =>
          db.update(bin).set({ deletedAt }).where(eq(bin.accountId, home.accountId)),
        );
        await full.server.jobs('what has been in the bin for long');
      } else await calls.done('POST', '/api/bin/delete', { ids: [id] });
      expect(await calls.done('GET', '/api/bin')).toEqual([]);
      expectStatus(await calls.restore(id), 404);
      const left = await full.server.database.asSystem((db) =>
        db
          .select({ all: sql<string>`count(*)` })
          .from(sql`bin`)
          .where(sql`within = ${id} or id = ${id}`),
      );
      expect(Number(left[0]?.all)).toBe(0);
      expect(
        JSON.stringify([...(await rowsOf(full.server.database, home.accountId))]),
      ).not.toContain(id);
    },
  );
});

describe('a person in the bin', () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await calls.addElder('Albert'));
    await calls.done('POST', '/api/calendar-events', { ...EVENT, title: 'Lunch', userId: null });
    const [lunch] = await calls.done('GET', '/api/calendar-events');
    await calls.done('DELETE', `/api/calendar-events/${lunch.id}`);
    await calls.remove(id);
  });
  const left = async () => namesOf(await calls.done('GET', '/api/bin')).toSorted();

  it('a person stays when an administrator deletes them or empties the bin', async () => {
    const plain = home.as('admin');
    const { status, body } = await plain('POST', '/api/bin/delete', { ids: [id] });
    expect([status, body.code]).toEqual([403, 'people-stay']);
    expect(await left()).toEqual(['Albert Carter', 'Lunch']);
    expect((await plain('POST', '/api/bin/empty')).body).toEqual({ erased: 1 });
    expect(await left()).toEqual(['Albert Carter']);
    expectStatus(await calls.restore(id), 200);
  });

  it.each(['delete', 'empty'])(
    'a super admin erases the person only with a recent sign-in: %s',
    async (call) => {
      const erase = () => home.as('super_admin')('POST', `/api/bin/${call}`, bodyOf(call));
      full.server.clock.set('2026-03-10T14:16:00Z');
      const { status, body } = await erase();
      expect([status, body.code]).toEqual([403, 'confirm-password']);
      expect(await left()).toEqual(['Albert Carter', 'Lunch']);
      await calls.done('POST', '/api/auth/confirm-password', { password: TEST_PASSWORD });
      expectStatus(await erase(), 200);
      expect(await left()).toEqual(call === 'empty' ? [] : ['Lunch']);
      const trail = await calls.done('GET', '/api/audit');
      expect(JSON.stringify(trail)).toContain('Albert Carter');
    },
  );
  const bodyOf = (call: string) => (call === 'delete' ? { ids: [id] } : undefined);
});

describe('a removed administrator', () => {
  const pair = (code: string) => full.server.ask('POST', '/api/auth/pair', { code });

  it('only the super admin restores a removed administrator', async () => {
    await full.server.database.asSystem((db) =>
      db.update(users).set({ role: 'admin' }).where(eq(users.id, home.userIds.user)),
    );
    await calls.remove(home.userIds.admin);
    expectStatus(await calls.restore(home.userIds.admin, 'user'), 403);
    expect(await calls.done('GET', '/api/users')).toHaveLength(2);
    const stranger = callsOf(await full.server.household());
    expectStatus(await stranger.restore(home.userIds.admin), 404);
    expectStatus(await calls.restore(home.userIds.admin), 200);
    expect(await calls.done('GET', '/api/users')).toHaveLength(3);
  });

  it('pairing codes of the administrator are invalid', async () => {
    const path = `/api/users/${home.userIds.user}/pairing-code`;
    const { code } = await calls.by('admin')('POST', path);
    await calls.remove(home.userIds.admin);
    expect((await pair(code)).body.code).toBe('invalid-pairing-code');
  });

  it('invitations of the administrator are invalid, unless another one sent them again', async () => {
    const person = { firstName: 'New', lastName: 'One', password: TEST_PASSWORD };
    const invite = async (email: string) => {
      const { link } = await calls.done('POST', '/api/admin/invitations', { ...person, email });
      return new URL(link).searchParams.get('token');
    };
    const token = await invite('ended@example.com');
    await invite('sent-again@example.com');
    const invited = await calls.done('GET', '/api/admin/invitations');
    const again = invited.find((one: { email: string }) => one.email === 'sent-again@example.com');
    const handOver = { role: 'super_admin', currentPassword: TEST_PASSWORD };
    await calls.done('PUT', `/api/users/${home.userIds.admin}`, handOver);
    await calls.by('admin')('POST', `/api/admin/invitations/${again.id}/resend`, {
      password: TEST_PASSWORD,
    });
    await calls.by('admin')('DELETE', `/api/users/${home.userIds.super_admin}`);
    const left = await calls.by('admin')('GET', '/api/admin/invitations');
    const emails = left.map(({ email }: { email: string }) => email);
    expect(emails).toEqual(['sent-again@example.com']);
    const accepted = { token, password: 'a quiet blue harbour' };
    expectStatus(await full.server.ask('POST', '/api/admin/signup', accepted), 404);
  });

  it.each([false, true])(
    'prepared logins end, and prepared tablets and sessions end only on request: %s',
    async (isEnding) => {
      const made = calls.by('admin');
      const sign = { email: `${Math.random()}@example.com`, password: TEST_PASSWORD };
      const { id } = await made('POST', '/api/users', {
        firstName: 'Albert',
        lastName: 'Carter',
        ...sign,
      });
      const { code } = await made('POST', `/api/users/${home.userIds.user}/pairing-code`);
      expectStatus(await pair(code), 200);
      const signedIn = expectStatus(await full.server.ask('POST', '/api/auth/login', sign), 200);
      const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
      const own = await calls.done('POST', `/api/users/${id}/pairing-code`);
      expectStatus(await pair(own.code), 200);
      const { prepared } = await calls.done('GET', `/api/users/${home.userIds.admin}/removal`);
      expect(prepared).toMatchObject([
        { kind: 'tablet' },
        { kind: 'sign-in', person: 'Albert Carter', name: sign.email },
      ]);
      await calls.remove(home.userIds.admin, `?signOutPrepared=${isEnding}`);
      const tablets = await calls.done('GET', `/api/users/${home.userIds.user}/devices`);
      const kinds = tablets.map(({ kind }: { kind: string }) => kind);
      expect(kinds.includes('tablet')).toBe(!isEnding);
      expectStatus(await full.server.ask('POST', '/api/auth/login', sign), 401);
      const user = await full.server.ask('GET', '/api/auth/user', undefined, { cookie });
      expect(user.status, 'who was signed in').toBe(isEnding ? 401 : 200);
      const others = await calls.done('GET', `/api/users/${id}/devices`);
      expect(others.some(({ kind }: { kind: string }) => kind === 'tablet')).toBe(true);
    },
  );

  it('a restored administrator is named again in doses that they logged', async () => {
    const { id: medicationId } = await calls.addMedication(home.userIds.user);
    const scheduledTime = '2026-03-10T12:00:00.000Z';
    await calls.by('admin')('POST', '/api/medication-logs', {
      medicationId,
      scheduledTime,
      status: 'taken',
    });
    const before = await rowsOf(full.server.database, home.accountId);
    await calls.remove(home.userIds.admin);
    expect(await rowsOf(full.server.database, home.accountId)).not.toEqual(before);
    expectStatus(await calls.restore(home.userIds.admin), 200);
    expect((await rowsOf(full.server.database, home.accountId)).get('medication_logs')).toEqual(
      before.get('medication_logs'),
    );
  });
});

it('each table that refers to a person has a rule for the removal', async () => {
  const references = await full.server.database.asSystem((db) =>
    db
      .select({
        table: sql<string>`c.relname::text`,
        target: sql<string>`t.relname::text`,
        column: sql<string>`(select attname::text from pg_attribute where attrelid = c.oid and attnum = f.conkey[1])`,
        empties: sql<boolean>`f.confdeltype = 'n'`,
      })
      .from(
        sql`pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid`,
      )
      .where(
        sql`f.contype = 'f' and f.conparentid = 0 and c.relnamespace = 'public'::regnamespace`,
      ),
  );
  const moved = BELONGINGS.map(({ table }) => getTableName(table));
  const named = REFERENCES.map((column) => `${getTableName(column.table)}.${column.name}`);
  for (const { table, target, column, empties } of references) {
    if (!moved.includes(target) && !ENDS_WITH_PERSON.includes(target)) continue;
    if (empties) expect([...named, ...LOSES_ITS_NAME]).toContain(`${table}.${column}`);
    else expect([...moved, ...ENDS_WITH_PERSON], `${table}.${column}`).toContain(table);
  }
  for (const table of ENDS_WITH_PERSON) expect(Object.keys(LEFT_BEHIND)).toContain(table);
});
