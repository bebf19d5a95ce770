import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settings } from '#database/schema/home.ts';
import { subscriptions } from '#database/schema/households.ts';
import {
  addMedication,
  type CareServer,
  careServer,
  listed,
  logDose,
  logsOf,
  nextSweep,
} from '#testing/care.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

let server: CareServer;
let home: TestHousehold;
beforeEach(async () => {
  server = await careServer();
  server.clock.set('2026-03-10T11:00:00Z');
  home = await server.household();
});
afterEach(() => server.close());

const EIGHT = '2026-03-10T12:00:00Z';

describe('an unanswered dose in the sweep', () => {
  it('no alert is sent after the grace period of an expired subscription', async () => {
    await addMedication(home, { times: ['08:00'] });
    const canceled = { status: 'canceled', endsAt: new Date('2026-03-10T11:00:00Z') };
    await server.database.asSystem((db) =>
      db.update(subscriptions).set(canceled).where(eq(subscriptions.accountId, home.accountId)),
    );
    await server.at('2026-03-23T13:00:00Z');
    const during = server.mailbox.mails.length;
    expect(during).toBeGreaterThan(0);
    await server.at('2026-03-24T13:00:00Z');
    await server.at('2026-03-25T13:00:00Z');
    expect(server.mailbox.mails).toHaveLength(during);
  });

  it('every administrator is alerted once, 60 minutes after the scheduled time', async () => {
    await addMedication(home, { times: ['08:00'], dosage: '10 mg' });
    await server.at('2026-03-10T12:59:59.999Z');
    expect(server.mailbox.mails).toEqual([]);
    await server.at('2026-03-10T13:00:00Z');
    await server.at('2026-03-10T13:00:20Z');
    await server.at('2026-03-10T15:00:00Z');
    expect(server.mailbox.mails).toHaveLength(2);
    const [mail] = server.mailsTo(home);
    expect(server.mailsTo(home, 'super_admin')).toHaveLength(1);
    expect(mail?.subject).toBe('A dose has not been confirmed');
    expect(mail?.text).toContain('Hello Ada,');
    expect(mail?.text).toContain('Lisinopril, 10 mg for Ada: due at 8:00 AM');
    expect(mail?.text).toContain('Grand App is not a medical device.');
    expect(mail?.text).toContain('http://localhost:3000/medications');
  });

  it('a dose is marked missed when its day ends, and all lists show it at once', async () => {
    await addMedication(home, { times: ['08:00'] });
    const ask = home.as('user');
    await server.at('2026-03-11T03:59:59Z');
    expect((await ask('GET', '/api/upcoming-medications')).body[0].status).toBe('pending');
    expect(await logsOf(home)).toEqual([]);
    await server.at('2026-03-11T04:00:00Z');
    const [log] = await listed(home);
    expect(log).toMatchObject({ status: 'missed', loggedBy: null, late: false, notes: '' });
    const path = `/api/medication-logs/${log.id}/attempts`;
    expect((await home.as('admin')('GET', path)).body).toEqual([
      {
        status: 'missed',
        notes: '',
        at: '2026-03-11T04:00:00.000Z',
        by: null,
        deviceName: 'By itself',
      },
    ]);
  });

  it('a dose is marked missed when the next one is due, and the next poll of the tablet shows it', async () => {
    await addMedication(home, { times: ['08:00', '12:00'] });
    await server.at('2026-03-10T15:59:59Z');
    const ask = home.as('user');
    const statuses = async () =>
      (await ask('GET', '/api/upcoming-medications')).body.map(
        ({ status }: { status: string }) => status,
      );
    expect(await statuses()).toEqual(['pending', 'pending']);
    await server.at('2026-03-10T16:00:00Z');
    expect(await statuses()).toEqual(['missed', 'pending']);
  });

  it('a missed dose can still be taken late, and the history contains both', async () => {
    const id = await addMedication(home, { times: ['08:00', '12:00'] });
    await server.at('2026-03-10T16:00:00Z');
    expectStatus(await logDose(home, id, EIGHT), 200);
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 taken late']);
    const [log] = await listed(home);
    expect(log.loggedBy).toBe('Ada user');
    const attempts = await home.as('admin')('GET', `/api/medication-logs/${log.id}/attempts`);
    expect(attempts.body).toMatchObject([
      { status: 'missed', by: null, deviceName: 'By itself' },
      { status: 'taken', by: 'Ada user', deviceName: 'Test' },
    ]);
    await server.at('2026-03-10T20:00:00Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 taken late']);
  });

  it.each([
    ['23:58', '2026-03-11T04:57:59Z', '2026-03-11T04:58:00Z', '2026-03-11T03:58 missed by itself'],
    ['00:02', '2026-03-12T03:59:59Z', '2026-03-12T04:00:00Z', '2026-03-11T04:02 missed by itself'],
  ])('a dose near midnight gets its full time: %s', async (time, before, after, log) => {
    server.clock.set('2026-03-10T22:00:00Z');
    await addMedication(home, { times: [time] });
    await server.at(before);
    expect(await logsOf(home)).toEqual([]);
    await server.at(after);
    expect(await logsOf(home)).toEqual([log]);
    expect(server.mailsTo(home)).toHaveLength(1);
  });

  it.each([
    ['taken', 'taken'],
    ['skipped', 'skipped'],
    ['missed', 'missed'],
  ])('a dose that was marked %s causes no alert', async (status, standing) => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T12:10:00Z');
    expectStatus(await logDose(home, id, EIGHT, status), 201);
    await server.at('2026-03-10T13:00:00Z');
    await server.at('2026-03-11T04:00:00Z');
    expect(await logsOf(home)).toEqual([`2026-03-10T12:00 ${standing}`]);
    const subjects = server.mailsTo(home).map(({ subject }) => subject);
    expect(subjects).not.toContain('A dose has not been confirmed');
  });

  it('an undone dose is pending again and alerts', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T12:10:00Z');
    await logDose(home, id, EIGHT);
    await logDose(home, id, EIGHT, 'pending');
    await server.at('2026-03-10T13:00:00Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    await server.at('2026-03-11T04:00:00Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 missed by itself']);
    expect(server.mailsTo(home)).toHaveLength(1);
  });

  it('a dose undone days later is marked missed without an alert', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T12:10:00Z');
    await logDose(home, id, EIGHT);
    await server.at('2026-03-13T11:00:00Z');
    const before = server.mailsTo(home).length;
    await logDose(home, id, EIGHT, 'pending');
    await server.at('2026-03-13T11:00:20Z');
    expect((await logsOf(home))[0]).toBe('2026-03-10T12:00 missed by itself');
    expect(server.mailsTo(home)).toHaveLength(before);
  });

  it('taken and skipped at once from two tablets give one log with both in its history', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T12:10:00Z');
    await Promise.all([logDose(home, id, EIGHT), logDose(home, id, EIGHT, 'skipped')]);
    const logs = await listed(home);
    expect(logs).toHaveLength(1);
    const attempts = await home.as('admin')('GET', `/api/medication-logs/${logs[0].id}/attempts`);
    expect(attempts.body.map(({ status }: { status: string }) => status).sort()).toEqual([
      'skipped',
      'taken',
    ]);
    expect(attempts.body.at(-1).status).toBe(logs[0].status);
    await server.at('2026-03-11T04:00:00Z');
    expect(await listed(home)).toEqual(logs);
  });
});

describe('doses without alerts or missed marks', () => {
  it.each([
    ['that was due before the medication was added', { times: ['06:59', '07:00'] }],
    ['of an as-needed medication', { frequency: 'as_needed', times: ['08:00'] }],
    ['of an inactive medication', { times: ['08:00'], isActive: false }],
    ['of a medication that has not started', { times: ['08:00'], startDate: '2026-03-11' }],
    ['of a medication that has ended', { times: ['08:00'], endDate: '2026-03-09' }],
  ])('the sweep ignores a dose %s', async (_, changed) => {
    server.clock.set('2026-03-10T11:00:30Z');
    await addMedication(home, changed);
    await server.at('2026-03-10T14:00:00Z');
    await server.at('2026-03-11T04:00:00Z');
    expect(await logsOf(home)).toEqual([]);
    expect(server.mailbox.mails).toEqual([]);
  });

  it('a dose of a medication without reminders is marked missed without an alert', async () => {
    await addMedication(home, { times: ['08:00'], reminderEnabled: false });
    await server.at('2026-03-10T14:00:00Z');
    await server.at('2026-03-11T04:00:00Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 missed by itself']);
    expect(server.mailbox.mails).toEqual([]);
  });
});

describe('the sweep on days of clock changes', () => {
  it('two times that fall on one instant are one dose and one alert', async () => {
    server.clock.set('2026-03-08T05:30:00Z');
    await addMedication(home, { times: ['02:00', '03:00'] });
    await server.at('2026-03-08T07:59:59Z');
    expect(server.mailsTo(home)).toEqual([]);
    await server.at('2026-03-08T08:00:00Z');
    await server.at('2026-03-09T04:00:00Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    expect(server.mailsTo(home)[0]?.text).toContain('due at 3:00 AM');
    expect(await logsOf(home)).toEqual(['2026-03-08T07:00 missed by itself']);
  });

  it('a time that occurs twice counts once, at its first occurrence', async () => {
    server.clock.set('2026-11-01T04:30:00Z');
    home = await server.household();
    await addMedication(home, { times: ['01:30'] });
    await server.at('2026-11-01T06:30:00Z');
    await server.at('2026-11-01T07:30:00Z');
    await server.at('2026-11-02T04:59:59Z');
    expect(await logsOf(home)).toEqual([]);
    await server.at('2026-11-02T05:00:00Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    expect(await logsOf(home)).toEqual(['2026-11-01T05:30 missed by itself']);
  });
});

describe('the sweep of all households', () => {
  it('the sweep stores when each household is to be checked next', async () => {
    const id = await addMedication(home, { times: ['08:00', '12:00'] });
    const next = [];
    for (const instant of ['11:00:05', '13:00:00', '16:00:00', '17:00:00']) {
      await server.at(`2026-03-10T${instant}Z`);
      next.push((await nextSweep(server, home))?.slice(0, 16));
    }
    expect(next).toEqual([
      '2026-03-10T13:00',
      '2026-03-10T16:00',
      '2026-03-10T17:00',
      '2026-03-11T04:00',
    ]);
    expectStatus(await logDose(home, id, '2026-03-10T16:00:00Z'), 201);
    await server.at('2026-03-11T04:00:00Z');
    expect((await nextSweep(server, home))?.slice(0, 16)).toBe('2026-03-11T13:00');
  });

  it('a sweep without work reads the table of households and the open alerts once', async () => {
    for (let count = 0; count < 5; count += 1) {
      await addMedication(await server.household(), { times: ['08:00'] });
    }
    await server.at('2026-03-10T11:01:00Z');
    const before = server.database.statements();
    await server.jobs('care');
    expect(server.database.statements() - before).toBe(server.database.kind === 'postgres' ? 7 : 9);
  });

  it('a failing household does not stop the sweep of the others', async () => {
    const other = await server.household();
    await addMedication(home, { times: ['08:00'] });
    await addMedication(other, { times: ['08:00'] });
    await server.database.asSystem((db) =>
      db
        .update(settings)
        .set({ timezone: 'Nowhere/At_all' })
        .where(eq(settings.accountId, home.accountId)),
    );
    await server.at('2026-03-10T13:00:00Z');
    expect(server.mailsTo(home)).toHaveLength(0);
    expect(server.mailsTo(other)).toHaveLength(1);
  });

  it('an alert contains only doses of the same household', async () => {
    const other = await server.household();
    await addMedication(home, { times: ['08:00'], name: 'Aspirin' });
    await addMedication(other, { times: ['08:00'], name: 'Metformin' });
    await server.at('2026-03-10T13:00:00Z');
    expect(server.mailsTo(home)[0]?.text).toContain('Aspirin');
    expect(server.mailsTo(home)[0]?.text).not.toContain('Metformin');
    expect(server.mailsTo(other)[0]?.text).not.toContain('Aspirin');
  });
});
