import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isRow } from '#database/row-of-household.ts';
import { users } from '#database/schema/households.ts';
import { awayPeriods } from '#database/schema/medications.ts';
import type { AdherenceDay } from '#features/medications/contract.ts';
import {
  addMedication,
  type CareServer,
  careServer,
  listed,
  logDose,
  logsOf,
  upcomingOf,
} from '#testing/care.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

let server: CareServer;
let home: TestHousehold;
let id: string;
beforeAll(async () => {
  server = await careServer();
});
beforeEach(async () => {
  server.clock.set('2026-03-10T11:00:00Z');
  home = await server.household();
  id = await addMedication(home, { times: ['08:00', '20:00'], dosage: '10 mg' });
});
afterAll(() => server.close());

/**
 * Instants of the morning dose of March 10 and of the evening dose of the same day (8:00 AM and
 * 8:00 PM in New York).
 */
const EIGHT = '2026-03-10T12:00:00Z';
const EVENING = '2026-03-11T00:00:00Z';

/** An away period from the morning of March 10 until the start of March 12. */
const AWAY = {
  startDate: '2026-03-10',
  startTime: '07:30',
  endDate: '2026-03-12',
  endTime: '00:00',
};

const add = (fields: object = {}) => home.as('admin')('POST', '/api/away', { ...AWAY, ...fields });
const added = async (fields: object = {}) => expectStatus(await add(fields), 201).body;
const change = (period: string, fields: object) =>
  home.as('admin')('PATCH', `/api/away/${period}`, fields);
const remove = async (period: string) =>
  expectStatus(await home.as('admin')('DELETE', `/api/away/${period}`), 204);
const list = async (role: 'admin' | 'user' = 'admin') =>
  expectStatus(await home.as(role)('GET', '/api/away'), 200).body;
const mails = () => server.mailsTo(home).map(({ subject }) => subject);

/** Changes a role in the database, so that the household has two elders. */
async function secondElder(): Promise<string> {
  const { super_admin: id = '' } = home.userIds;
  await server.database.asSystem((db) =>
    db
      .update(users)
      .set({ role: 'user' })
      .where(isRow(users, { accountId: home.accountId, id })),
  );
  return id;
}

async function adherence(): Promise<string[]> {
  const days: AdherenceDay[] = expectStatus(
    await home.as('admin')('GET', '/api/adherence'),
    200,
  ).body;
  return days.map(
    ({ date, due, taken, missed, pending }) =>
      `${date} ${due}: ${taken} taken ${missed} missed ${pending} pending`,
  );
}

describe('doses in an away period', () => {
  it('doses in an away period are not listed, overdue, missed, alerted of or counted', async () => {
    await added();
    expect(await upcomingOf(home)).toEqual([]);
    await server.at('2026-03-10T13:00:00Z');
    await server.at('2026-03-11T16:00:00Z');
    expect(await upcomingOf(home)).toEqual([]);
    // Half an hour after the return at midnight.
    await server.at('2026-03-12T04:30:00Z');
    expect(mails()).toEqual([]);
    expect(await logsOf(home)).toEqual([]);
    expect(await upcomingOf(home)).toEqual([
      '2026-03-12T12:00 pending',
      '2026-03-13T00:00 pending',
    ]);
    expect(await adherence()).toEqual(['2026-03-12 2: 0 taken 0 missed 2 pending']);
    await server.at('2026-03-12T13:00:00Z');
    expect(mails()).toEqual(['A dose has not been confirmed']);
  });

  it('an away period that starts in the past removes an overdue dose', async () => {
    await server.at('2026-03-10T13:00:00Z');
    expect(mails()).toEqual(['A dose has not been confirmed']);
    await added({ startTime: '08:00', endDate: null, endTime: null });
    expect(await upcomingOf(home)).toEqual([]);
    await server.at('2026-03-11T13:00:00Z');
    expect(mails()).toEqual(['A dose has not been confirmed']);
    expect(await logsOf(home)).toEqual([]);
  });

  it('an away period ends the open alert of a dose, and the assignee is not asked again', async () => {
    const open = async () =>
      expectStatus(await home.as('admin')('GET', '/api/alerts/open'), 200).body.alerts;
    await server.at('2026-03-10T13:00:00Z');
    const [alert] = await open();
    expectStatus(await home.as('admin')('POST', `/api/alerts/${alert.id}/take-over`), 200);
    await added({ startTime: '08:00' });
    await server.at('2026-03-10T13:00:20Z');
    expect(await open()).toEqual([]);
    const before = server.mailbox.mails.length;
    await server.at('2026-03-10T14:30:00Z');
    await server.at('2026-03-10T16:00:00Z');
    expect(server.mailbox.mails).toHaveLength(before);
  });

  it('an automatic missed status in the period stays in the log but is not counted', async () => {
    await server.at('2026-03-11T11:00:00Z');
    expect(await adherence()).toEqual([
      '2026-03-10 2: 0 taken 2 missed 0 pending',
      '2026-03-11 2: 0 taken 0 missed 2 pending',
    ]);
    const period = await added({ startTime: '19:59' });
    expect(await adherence()).toEqual(['2026-03-10 1: 0 taken 1 missed 0 pending']);
    expect(await listed(home)).toHaveLength(2);
    await remove(period.id);
    expect(await adherence()).toEqual([
      '2026-03-10 2: 0 taken 2 missed 0 pending',
      '2026-03-11 2: 0 taken 0 missed 2 pending',
    ]);
  });

  it('answers of people in the period remain and count', async () => {
    server.clock.set('2026-03-10T12:05:00Z');
    expectStatus(await logDose(home, id, EIGHT), 201);
    await added();
    expect(await upcomingOf(home)).toEqual(['2026-03-10T12:00 taken']);
    expect(await adherence()).toEqual(['2026-03-10 1: 1 taken 0 missed 0 pending']);
  });

  it('an undone dose in the period is no longer pending', async () => {
    server.clock.set('2026-03-10T12:05:00Z');
    await logDose(home, id, EIGHT);
    await logDose(home, id, EIGHT, 'pending');
    expect(await upcomingOf(home)).toContain('2026-03-10T12:00 pending');
    await added();
    expect(await upcomingOf(home)).toEqual([]);
    await server.at('2026-03-11T13:00:00Z');
    expect(mails()).toEqual([]);
  });

  it('a press from the outbox of a tablet is still logged in the period', async () => {
    await added({ startTime: '08:00' });
    server.clock.set('2026-03-10T14:00:00Z');
    const body = { medicationId: id, scheduledTime: EIGHT, status: 'taken', pressedAt: EIGHT };
    expectStatus(await home.as('user')('POST', '/api/medication-logs', body), 201);
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 taken']);
  });

  it('after the recorded return, later doses ring and earlier ones do not', async () => {
    const period = await added({ endDate: null, endTime: null });
    server.clock.set('2026-03-10T18:00:00Z');
    const back = { endDate: '2026-03-10', endTime: '14:00', version: period.version };
    expectStatus(await change(period.id, back), 200);
    expect(await upcomingOf(home)).toEqual(['2026-03-11T00:00 pending']);
    await server.at('2026-03-11T01:00:00Z');
    expect(mails()).toEqual(['A dose has not been confirmed']);
    expect(server.mailsTo(home)[0]?.text).toContain('due at 8:00 PM');
    expect(await logsOf(home)).toEqual([]);
  });

  it('deleting a mistaken period alerts at once of a dose that is overdue by then', async () => {
    const period = await added();
    await server.at('2026-03-10T15:00:00Z');
    expect(mails()).toEqual([]);
    await remove(period.id);
    await server.at('2026-03-10T15:00:20Z');
    await server.at('2026-03-10T15:00:40Z');
    expect(mails()).toEqual(['A dose has not been confirmed']);
    expect(await upcomingOf(home)).toContain('2026-03-10T12:00 pending');
  });

  it("the period of the only elder silences that elder's doses and those of `system`", async () => {
    const elder = home.userIds.user;
    await addMedication(home, { name: 'Own', times: ['09:00'], userId: elder });
    await added({ userId: elder });
    expect(await upcomingOf(home)).toEqual([]);
    await server.at('2026-03-11T13:30:00Z');
    expect(await listed(home)).toEqual([]);
    expect(mails()).toEqual([]);
  });

  it('with two elders, the period of one does not silence doses of both or of the other', async () => {
    const [elder, other] = [home.userIds.user, await secondElder()];
    const own = await addMedication(home, { name: 'Own', times: ['09:00'], userId: elder });
    const others = await addMedication(home, { name: 'Other’s', times: ['09:00'], userId: other });
    await added({ userId: elder });
    const { body } = await home.as('admin')('GET', '/api/medications');
    const away = body.map((one: { id: string; away?: object }) => [one.id, one.away]);
    expect(away).toEqual([
      [id, undefined],
      [others, undefined],
      [own, [AWAY]],
    ]);
    await server.at('2026-03-11T13:30:00Z');
    const logged = (await listed(home)).map((log: { medicationId: string }) => log.medicationId);
    expect(new Set(logged)).toEqual(new Set([id, others]));
  });

  it('a period of one household does not affect the medications of another', async () => {
    const stranger = await server.household();
    const theirs = await addMedication(stranger, { times: ['08:00'], dosage: '10 mg' });
    await added();
    const { body } = await stranger.as('user')('GET', '/api/medications');
    expect(body.map((one: object) => 'away' in one)).toEqual([false]);
    expect(await upcomingOf(stranger)).toContain('2026-03-10T12:00 pending');
    expect(body[0].id).toBe(theirs);
  });

  it('the list of medications contains the period until it has ended', async () => {
    await added();
    const medications = () => home.as('user')('GET', '/api/medications');
    expect((await medications()).body[0].away).toEqual([AWAY]);
    server.clock.set('2026-03-16T12:00:00Z');
    expect(expectStatus(await medications(), 200).body[0]).not.toHaveProperty('away');
  });
});

describe('the endpoints of away periods', () => {
  it('periods are listed, the latest first, and an elder does not see the note', async () => {
    await added({ note: 'Hospital' });
    await added({ startDate: '2026-03-20', startTime: '10:00', endDate: null, endTime: null });
    expect(await list()).toMatchObject([
      { startDate: '2026-03-20', endDate: null, endTime: null, userId: 'system', note: '' },
      { ...AWAY, note: 'Hospital', version: 1 },
    ]);
    expect(await list('user')).toMatchObject([{ note: '' }, { ...AWAY, note: '' }]);
  });

  it.each([
    [{ startDate: '2026-01-01' }, 'startDate'],
    [{ endDate: '2026-03-09' }, 'endDate'],
    [{ endTime: null }, 'endTime'],
    [{ startTime: '25:00' }, 'startTime'],
    [{ startDate: '2026-02-30' }, 'startDate'],
    [{ userId: '0e9a3b3c-5f1e-4b1c-9a53-1f0f2b6c7d8e' }, 'userId'],
    [{ note: 'x'.repeat(201) }, 'note'],
  ])('an invalid period is refused: %o', async (fields, field) => {
    const refused = expectStatus(await add(fields), 400).body;
    expect(Object.keys(refused.fields)).toContain(field);
    expect(await list()).toEqual([]);
  });

  it('overlapping periods are refused, even if two people add them at once', async () => {
    const answers = await Promise.all([add(), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await list()).toHaveLength(1);
  });

  it('a change based on an older version is refused', async () => {
    const { id: period, version } = await added();
    expectStatus(await change(period, { note: 'Hospital', version }), 200);
    const refused = expectStatus(await change(period, { note: 'Holiday', version }), 409).body;
    expect(refused.current).toMatchObject({ note: 'Hospital' });
  });

  it('a period that began long ago can still be ended', async () => {
    const { id: period } = await added({ endDate: null, endTime: null });
    await server.database.asSystem((db) =>
      db
        .update(awayPeriods)
        .set({ startDate: '2026-01-02' })
        .where(eq(awayPeriods.accountId, home.accountId)),
    );
    expectStatus(await change(period, { endDate: '2026-03-10', endTime: '07:00' }), 200);
    expectStatus(await change(period, { startDate: '2026-01-03' }), 400);
  });

  it('periods are accessible only in their household, and only administrators change them', async () => {
    const { id: period } = await added();
    const other = await server.household();
    expectStatus(await other.as('admin')('PATCH', `/api/away/${period}`, { note: 'x' }), 404);
    expectStatus(await other.as('admin')('DELETE', `/api/away/${period}`), 404);
    expect(expectStatus(await other.as('admin')('GET', '/api/away'), 200).body).toEqual([]);
    expectStatus(await home.as('user')('POST', '/api/away', AWAY), 403);
  });

  it('a dose at the end of the period is due', async () => {
    await added({ endDate: '2026-03-10', endTime: '20:00' });
    expect(await upcomingOf(home)).toEqual([`${EVENING.slice(0, 16)} pending`]);
  });
});
