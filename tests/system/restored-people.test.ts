import { getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BELONGINGS } from '#features/people/server/belongings.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { expectStatus, TEST_PASSWORD, type TestHousehold } from '#testing/test-server.ts';
import { fillEveryColumn } from '../support/full-rows.ts';
import { type FullServer, openFullServer, unpacked } from '../support/household.ts';
import { callsOf, namesOf, rowsOf, withoutSchedule } from '../support/removed-people.ts';

let full: FullServer;
let home: TestHousehold;
let calls: ReturnType<typeof callsOf>;
beforeAll(async () => {
  full = await openFullServer(undefined, {
    MAX_ELDERS_PER_HOUSEHOLD: '3',
    MAX_ADMINISTRATORS_PER_HOUSEHOLD: '2',
  });
});
beforeEach(async () => {
  full.server.clock.set('2026-03-10T14:00:00Z');
  home = await full.server.household();
  calls = callsOf(home);
});
afterAll(() => full.close());

async function contentsOf(archive: Buffer): Promise<Map<string, unknown>> {
  const files = [...(await unpacked(archive))];
  return new Map(
    files
      .filter(([name]) => !['README.txt', 'manifest.json', 'audit-trail.json'].includes(name))
      .map(([name, content]) => {
        if (name !== 'medications.json') return [name, content.toString('latin1')];
        const { medications, ...care } = JSON.parse(String(content));
        return [name, { ...care, medications: medications.map(withoutSchedule) }];
      }),
  );
}

describe('a removed elder who is restored', () => {
  it('a restored elder has the same rows and the same archive as before', async () => {
    const family = await full.registered();
    await fillEveryColumn(family, full);
    const accountId = await full.accountIdOf(family);
    const people = (await family.ask('GET', '/api/users')).body;
    const rose = people.find(({ role }: { role: string }) => role === 'user').id;
    await full.server.database.asSystem((db) =>
      db.execute(sql`insert into dose_alerts (account_id, medication_id, local_date, time, alerted_at)
        select account_id, id, '2026-03-09', '08:00', now() from medications where account_id = ${accountId}`),
    );
    await full.server.database.asSystem((db) =>
      db.execute(sql`insert into dose_snoozes
        (account_id, medication_id, local_date, time, minute, at, until, person_name, device_name)
        select account_id, id, '2026-03-09', '08:00', 1, now(), now(), 'Rose', 'Tablet'
        from medications where account_id = ${accountId}`),
    );
    const before = await rowsOf(full.server.database, accountId);
    const downloaded = await contentsOf(await family.download());
    for (const { table } of BELONGINGS) {
      const name = getTableName(table);
      if (['logins', 'bin', 'photo_looks', 'analytics_events', 'alert_places'].includes(name))
        continue;
      expect(before.get(name), name).not.toEqual([]);
    }

    expectStatus(await family.ask('DELETE', `/api/users/${rose}`), 204);
    const meanwhile = await rowsOf(full.server.database, accountId);
    expect(JSON.stringify([...meanwhile])).not.toContain(rose);
    expect(meanwhile.get('medications')).toEqual([]);
    const [entry] = (await family.ask('GET', '/api/bin')).body;
    expect(entry).toMatchObject({ id: rose, kind: 'person', name: 'Rose Carter' });

    const answer = await family.ask('POST', '/api/bin/restore', { ids: [rose] });
    expect(expectStatus(answer, 200).body).toEqual({ restored: 1, notes: [] });
    expect(await rowsOf(full.server.database, accountId)).toEqual(before);
    expect(await contentsOf(await family.download())).toEqual(downloaded);
    expect(namesOf((await family.ask('GET', '/api/bin')).body)).toEqual(['Aspirin']);
    await family.remove();
    await full.server.settled();
  });

  it('a restored elder signs in with the same email and password', async () => {
    const sign = { email: 'albert@example.com', password: TEST_PASSWORD };
    const { id } = await calls.addElder('Albert', sign);
    await calls.remove(id);
    expectStatus(await full.server.ask('POST', '/api/auth/login', sign), 401);
    expectStatus(await calls.restore(id), 200);
    expectStatus(await full.server.ask('POST', '/api/auth/login', sign), 200);
  });

  it('an elder is restored without an email that another account has taken', async () => {
    const email = 'taken@example.com';
    const { id } = await calls.addElder('Albert', { email, password: TEST_PASSWORD });
    await calls.remove(id);
    await calls.addElder('Ben', { email, password: TEST_PASSWORD });
    const { notes } = expectStatus(await calls.restore(id), 200).body;
    expect(notes).toEqual([
      'Albert Carter has no email here any more: it belongs to another account by now.',
    ]);
    const people = await calls.done('GET', '/api/users');
    expect(people.find((one: { id: string }) => one.id === id).email).toBeNull();
  });

  it('doses of the time in the bin are not missed, and later doses are due', async () => {
    const { id } = await calls.addElder('Albert');
    await calls.addMedication(id, { startDate: '2026-03-10', times: ['20:00'] });
    await calls.remove(id);
    full.server.clock.advance(5 * DAY_MS);
    await full.server.jobs();
    expectStatus(await calls.restore(id), 200);
    await full.server.jobs();
    expect(await calls.done('GET', '/api/medication-logs')).toEqual([]);
    const [medication] = await calls.done('GET', '/api/medications');
    expect(medication).toMatchObject({ name: 'Bisoprolol', userId: id, isActive: true });
    full.server.clock.advance(2 * DAY_MS);
    await full.server.jobs();
    const logs = await calls.done('GET', '/api/medication-logs');
    expect(logs).not.toEqual([]);
  });

  it('a restore is refused if the household has the maximum number of elders', async () => {
    const { id } = await calls.addElder('Albert');
    await calls.remove(id);
    await calls.addElder('Ben');
    await calls.addElder('Cleo');
    const { body } = expectStatus(await calls.restore(id), 409);
    expect(body).toMatchObject({
      code: 'elders-full',
      error: 'There is room for 3 elders. Please remove one first.',
    });
    expect(namesOf(await calls.done('GET', '/api/bin'))).toEqual(['Albert Carter']);
  });

  it('a restore is refused if the household has the maximum number of administrators', async () => {
    await calls.remove(home.userIds.admin);
    await full.server.database.asSystem((db) =>
      db.execute(sql`update users set role = 'admin' where id = ${home.userIds.user}`),
    );
    const { body } = expectStatus(await calls.restore(home.userIds.admin), 409);
    expect(body.code).toBe('administrators-full');
  });

  it('medications of a removed only elder do not move to an elder who is added later', async () => {
    const rose = home.userIds.user;
    await calls.addMedication('system');
    await calls.remove(rose);
    expect(await calls.done('GET', '/api/medications')).toEqual([]);
    const { id } = await calls.addElder('Albert');
    expectStatus(await calls.restore(rose), 200);
    expect(await calls.done('GET', '/api/medications')).toMatchObject([{ userId: rose }]);
    expect(id).not.toBe(rose);
  });
});
