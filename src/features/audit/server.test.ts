import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPartitions } from '#database/partitions.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { medicationsFeature, reschedule } from '#features/medications/server.ts';
import { devicesFeature } from '#features/sessions/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { DAY_MS, SECOND_MS } from '#platform/shared/durations.ts';
import { wholePeopleFeature } from '#testing/people.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  asking,
  expectStatus,
  TEST_PASSWORD,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import type { AuditEntry } from './contract.ts';
import { auditFeature } from './server.ts';

let server: TestServer;
let home: TestHousehold;
beforeAll(async () => {
  const people = wholePeopleFeature({ ...NO_MAIL, publicUrl: 'https://care.example' });
  server = await testServer([
    auditFeature,
    people,
    devicesFeature,
    medicationsFeature,
    settingsFeature(reschedule),
  ]);
});
afterAll(() => server.close());

async function newHome(): Promise<TestHousehold> {
  home = await server.household();
  return home;
}

async function trail(query = ''): Promise<AuditEntry[]> {
  const answer = await home.as('super_admin')('GET', `/api/audit${query}`);
  return expectStatus(answer, 200).body;
}

const brief = (entries: AuditEntry[]) =>
  entries.map(({ action, personName, subject }) => [action, personName, subject]);

const addPerson = (lastName: string) =>
  home.as('admin')('POST', '/api/users', { firstName: 'Grace', lastName });

describe('the audit log', () => {
  it('an entry contains person, action, time, address and device', async () => {
    const ask = (await newHome()).as('admin');
    const agent = { 'user-agent': 'Mozilla/5.0 (iPad) Version/17.0 Safari/604.1' };
    const body = { firstName: 'Grace', lastName: 'Hopper' };
    expectStatus(await ask('POST', '/api/users', body, agent), 201);
    expect(await trail()).toEqual([
      {
        id: expect.any(String),
        at: server.clock.now().toISOString(),
        action: 'person-added',
        personName: 'Ada admin',
        subject: 'Grace Hopper',
        address: expect.stringMatching(/^10\.0\./),
        deviceName: 'Safari on iPad',
      },
    ]);
  });

  it('only super admins can read the audit log', async () => {
    await newHome();
    expectStatus(await home.as('user')('GET', '/api/audit'), 403);
    expectStatus(await home.as('admin')('GET', '/api/audit'), 403);
  });

  it('changes to people, roles, tablets and devices are recorded', async () => {
    const { user, admin } = (await newHome()).userIds;
    const ask = home.as('super_admin');
    const step = async (method: string, path: string, body?: object) => {
      const answer = await ask(method, path, body);
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      server.clock.advance(SECOND_MS);
      return answer.body;
    };
    await step('PUT', `/api/users/${user}`, { firstName: 'Grace', lastName: 'user' });
    await step('PUT', `/api/users/${user}`, { firstName: 'Grace' });
    await step('PUT', `/api/users/${user}`, { password: 'a quiet blue harbour' });
    const { code } = await step('POST', `/api/users/${user}/pairing-code`);
    expectStatus(await asking(server.app)('POST', '/api/auth/pair', { code }), 200);
    server.clock.advance(SECOND_MS);
    const devices = await step('GET', `/api/users/${user}/devices`);
    const tablet = devices.find(({ kind }: { kind: string }) => kind === 'tablet');
    await step('DELETE', `/api/users/${user}/devices/${tablet.id}`);
    await step('DELETE', `/api/users/${user}`);
    await step('PUT', `/api/users/${admin}`, {
      role: 'super_admin',
      currentPassword: TEST_PASSWORD,
    });
    const entries = await home.as('admin')('GET', '/api/audit');
    expect(brief(entries.body).reverse()).toEqual([
      ['person-changed', 'Ada super_admin', 'Grace user: first name'],
      ['password-changed', 'Ada super_admin', 'Grace user'],
      ['pairing-code-made', 'Ada super_admin', 'Grace user'],
      ['tablet-paired', 'Grace user', 'Grace user'],
      ['device-signed-out', 'Ada super_admin', 'Grace user: unknown device'],
      ['person-removed', 'Ada super_admin', 'Grace user'],
      ['role-changed', 'Ada super_admin', 'Ada admin: super admin, Ada super_admin: admin'],
    ]);
    expect(JSON.stringify(entries.body)).not.toContain(code);
  });

  it('changed settings are recorded by name, and an unchanged form adds no entry', async () => {
    const ask = (await newHome()).as('admin');
    const body = { appName: 'Our App', timezone: 'America/Chicago', autoplayEnabled: true };
    expectStatus(await ask('PATCH', '/api/settings', body), 200);
    expectStatus(await ask('PUT', '/api/settings', body), 200);
    expect(brief(await trail())).toEqual([['settings-changed', 'Ada admin', 'App name, Timezone']]);
  });

  it('changes to medications are recorded by name', async () => {
    const ask = (await newHome()).as('admin');
    const body = { name: 'Aspirin', frequency: 'daily', times: ['08:00'], startDate: '2026-03-01' };
    const { id } = (await ask('POST', '/api/medications', body)).body;
    server.clock.advance(SECOND_MS);
    expectStatus(await ask('PATCH', `/api/medications/${id}`, { dosage: '100 mg' }), 200);
    server.clock.advance(SECOND_MS);
    expectStatus(await ask('DELETE', `/api/medications/${id}`), 204);
    expect(brief(await trail())).toEqual([
      ['medication-deleted', 'Ada admin', 'Aspirin'],
      ['medication-changed', 'Ada admin', 'Aspirin'],
      ['medication-added', 'Ada admin', 'Aspirin'],
    ]);
  });

  it('refused requests are not recorded', async () => {
    await newHome();
    expectStatus(await home.as('admin')('DELETE', `/api/users/${home.userIds.super_admin}`), 403);
    expectStatus(await home.as('admin')('PATCH', '/api/settings', { appName: '' }), 400);
    expect(await trail()).toEqual([]);
  });

  it('entries stay readable after the person was removed, and only in their household', async () => {
    await newHome();
    await addPerson('Hopper');
    const admin = home.userIds.admin;
    expectStatus(await home.as('super_admin')('DELETE', `/api/users/${admin}`), 204);
    expect((await trail('?action=person-added'))[0]).toMatchObject({ personName: 'Ada admin' });
    const other = await server.household();
    expect((await other.as('super_admin')('GET', '/api/audit')).body).toEqual([]);
  });
});

describe('filters of the audit log', () => {
  it('entries are filtered by action, person and inclusive local dates', async () => {
    server.clock.set('2026-06-11T03:59:59Z');
    await newHome();
    await addPerson('on the tenth');
    server.clock.set('2026-06-11T04:00:00Z');
    await addPerson('on the eleventh');
    await home.as('super_admin')('PATCH', '/api/settings', { appName: 'Ours' });
    const subjects = async (query: string) => (await trail(query)).map(({ subject }) => subject);
    expect(await subjects('?to=2026-06-10')).toEqual(['Grace on the tenth']);
    expect(await subjects('?from=2026-06-11&action=person-added')).toEqual([
      'Grace on the eleventh',
    ]);
    expect(await subjects('?from=2026-06-10&to=2026-06-10')).toEqual(['Grace on the tenth']);
    expect(await subjects(`?userId=${home.userIds.super_admin}`)).toEqual(['App name']);
    expect(await subjects('?from=2026-06-12')).toEqual([]);
  });

  it.each([
    ['?from=0000-01-01&to=9999-12-31', 200],
    ['?limit=0', 400],
    ['?limit=501', 400],
    ['?action=nothing', 400],
    ['?before=7', 400],
    ['?accountId=00000000-0000-4000-8000-000000000000', 400],
  ])('the query %s answers %d', async (query, status) => {
    await newHome();
    expectStatus(await home.as('super_admin')('GET', `/api/audit${query}`), status);
  });

  it('pagination has no gap or repetition, even within one instant', async () => {
    await newHome();
    for (const name of ['A', 'B', 'C', 'D', 'E']) await addPerson(name);
    server.clock.advance(SECOND_MS);
    await addPerson('F');
    const whole = (await trail()).map(({ id }) => id);
    const pages: string[] = [];
    for (let before = ''; ; ) {
      const page = await trail(`?limit=2${before}`);
      if (page.length === 0) break;
      pages.push(...page.map(({ id }) => id));
      before = `&before=${page.at(-1)?.id}`;
    }
    expect(pages).toEqual(whole);
    expect(pages).toHaveLength(6);
    const other = await server.household();
    const foreign = await other.as('super_admin')('GET', `/api/audit?before=${whole[0]}`);
    expect(foreign.body).toEqual([]);
  });

  it('the list contains entries of any age, and those of a clock that was ahead', async () => {
    const { accountId } = await newHome();
    const now = server.clock.now();
    const months = [-24, 0, 1, 2, 3, 12, 13, 14, 30, 240, 400];
    const rows = months.map((ago) => ({
      ...{ id: randomUUID(), accountId, action: 'settings-changed', subject: `${ago} months ago` },
      ...{ personName: '', address: '', deviceName: '' },
      at: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 5)),
    }));
    await server.database.asSystem(async (db) => {
      await createPartitions(db, new Date(now.getTime() - 100 * DAY_MS));
      await db.insert(auditEntries).values(rows);
    });
    const all = rows.map(({ subject }) => subject);
    for (let limit = 1; limit <= all.length + 1; limit += 1) {
      const newest = await trail(`?limit=${limit}`);
      expect(newest.map(({ subject }) => subject)).toEqual(all.slice(0, limit));
    }
    for (const [at, { id }] of rows.entries()) {
      const next = await trail(`?limit=2&before=${id}`);
      expect(next.map(({ subject }) => subject)).toEqual(all.slice(at + 1, at + 3));
    }
    const early = await trail('?to=2024-12-31&limit=3');
    expect(early.map(({ subject }) => subject)).toEqual(all.slice(8));
  });
});
