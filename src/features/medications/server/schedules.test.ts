import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { medicationLogs } from '#database/schema/medications.ts';
import {
  addMedication,
  type CareServer,
  careServer,
  changeMedication,
  listed,
  logDose,
  logsOf,
} from '#testing/care.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import { amounts, HOURS, PREDNISONE, step, taper, WEEKDAYS } from './schedules.testing.ts';

describe('stored patterns and amounts', () => {
  let server: CareServer;
  let home: TestHousehold;
  beforeEach(async () => {
    server = await careServer();
    server.clock.set('2026-03-10T11:00:00Z');
    home = await server.household();
  });
  afterEach(() => server.close());

  const list = async () => (await home.as('admin')('GET', '/api/medications')).body;

  it('a medication with a plain frequency has no pattern in the response', async () => {
    await addMedication(home, { times: ['08:00'], pattern: null, amounts: null });
    const [medication] = await list();
    expect(medication).not.toHaveProperty('pattern');
    expect(medication).not.toHaveProperty('amounts');
  });

  it('the times of "every N hours" are computed from the pattern, also after a change', async () => {
    const id = await addMedication(home, {
      frequency: 'every_n_hours',
      pattern: HOURS,
      times: ['03:00'],
    });
    expect((await list())[0].times).toEqual(['08:00', '12:00', '16:00', '20:00']);
    await changeMedication(home, id, { pattern: { ...HOURS, every: 6 } });
    expect((await list())[0].times).toEqual(['08:00', '14:00', '20:00']);
    await changeMedication(home, id, { times: ['03:00'] });
    expect((await list())[0].times).toEqual(['08:00', '14:00', '20:00']);
  });

  it('a changed frequency drops the old pattern and requires a new one', async () => {
    const id = await addMedication(home, {
      frequency: 'chosen_weekdays',
      times: ['08:00'],
      pattern: { ...WEEKDAYS, weekdays: [5, 1, 3, 1] },
    });
    expect((await list())[0].pattern).toEqual(WEEKDAYS);
    const ask = home.as('admin');
    const refused = await ask('PATCH', `/api/medications/${id}`, { frequency: 'cycle' });
    expect(expectStatus(refused, 400).body.fields).toEqual({
      pattern: 'Please say how many days on and how many off.',
    });
    await changeMedication(home, id, { frequency: 'daily' });
    expect((await list())[0]).not.toHaveProperty('pattern');
  });

  it('a removed time loses its amount, and the amounts of the other times stay', async () => {
    const id = await addMedication(home, {
      frequency: 'twice_daily',
      times: ['08:00', '20:00'],
      amounts: amounts(['08:00', 2], ['20:00', 1]),
    });
    await changeMedication(home, id, { times: ['08:00'] });
    expect((await list())[0].amounts).toEqual(amounts(['08:00', 2]));
    await changeMedication(home, id, { times: ['09:00'] });
    expect((await list())[0]).not.toHaveProperty('amounts');
  });

  it('the start date of a taper can change only together with its first step', async () => {
    const id = await addMedication(home, PREDNISONE);
    const ask = home.as('admin');
    const moved = { startDate: '2026-03-09' };
    const refused = await ask('PATCH', `/api/medications/${id}`, moved);
    expect(expectStatus(refused, 400).body.fields).toHaveProperty(['pattern.steps.0.from']);
    const { pattern } = taper(step('2026-03-09', 2), step('2026-03-11', 1));
    await changeMedication(home, id, { ...moved, pattern });
  });
});

describe('due doses of patterns and amounts', () => {
  let server: CareServer;
  let home: TestHousehold;
  beforeEach(async () => {
    server = await careServer();
    server.clock.set('2026-03-10T11:00:00Z');
    home = await server.household();
  });
  afterEach(() => server.close());

  /** Returns the dosage texts that the tablet shows. */
  const dosages = async () => {
    const answer = await home.as('user')('GET', '/api/upcoming-medications');
    return expectStatus(answer, 200).body.map(
      ({ medication }: { medication: { dosage: string } }) => medication.dosage,
    );
  };

  it('the tablet shows the amount of the day, and no doses after the end date', async () => {
    await addMedication(home, PREDNISONE);
    for (const [now, words] of [
      ['2026-03-10T12:00:00Z', ['2 tablets, 5 mg']],
      ['2026-03-11T12:00:00Z', ['1 tablet, 5 mg']],
      ['2026-03-12T12:00:00Z', ['½ tablet, 5 mg']],
      ['2026-03-13T12:00:00Z', []],
    ] as const) {
      server.clock.set(now);
      expect(await dosages()).toEqual(words);
    }
  });

  it('each time shows its amount, and a time without an amount shows the dosage', async () => {
    await addMedication(home, {
      ...{ dosage: '5 mg', frequency: 'twice_daily', times: ['08:00', '20:00'] },
      amounts: amounts(['20:00', 1.5]),
    });
    expect(await dosages()).toEqual(['5 mg', '1½ tablets, 5 mg']);
  });

  it('the log stores the amount at the time of the answer, regardless of later changes', async () => {
    const id = await addMedication(home, PREDNISONE);
    server.clock.set('2026-03-10T12:00:00Z');
    expectStatus(await logDose(home, id, '2026-03-10T12:00:00Z'), 201);
    const { pattern } = taper(step('2026-03-10', 4), step('2026-03-12', 3));
    await changeMedication(home, id, { pattern });
    const [log] = await listed(home);
    expect(log.medication).toEqual({ name: 'Prednisone', dosage: '2 tablets, 5 mg' });
  });

  it('the email about an unanswered dose and its log contain the amount', async () => {
    await addMedication(home, PREDNISONE);
    await server.at('2026-03-10T13:00:00Z');
    const [mail] = server.mailsTo(home);
    expect(mail?.text).toContain('Prednisone, 2 tablets, 5 mg');
    await server.at('2026-03-11T11:00:00Z');
    const [log] = await listed(home);
    expect(log).toMatchObject({
      status: 'missed',
      loggedBy: null,
      medication: { dosage: '2 tablets, 5 mg' },
    });
  });

  it('the sweep marks only days of the schedule missed, and adherence counts them', async () => {
    await addMedication(home, {
      ...{ frequency: 'chosen_weekdays', times: ['08:00'], pattern: WEEKDAYS },
    });
    for (let day = 10; day <= 14; day += 1) await server.at(`2026-03-${day}T23:00:00Z`);
    await server.at('2026-03-16T14:00:00Z');
    expect(await logsOf(home)).toEqual([
      '2026-03-11T12:00 missed by itself',
      '2026-03-13T12:00 missed by itself',
    ]);
    const days = expectStatus(await home.as('admin')('GET', '/api/adherence'), 200).body;
    expect(days.map(({ date, due }: { date: string; due: number }) => `${date} ${due}`)).toEqual([
      '2026-03-11 1',
      '2026-03-13 1',
      '2026-03-16 1',
    ]);
  });

  it('after weeks of downtime, the doses due meanwhile are marked on their days', async () => {
    await addMedication(home, {
      ...{ frequency: 'days_of_month', times: ['08:00'] },
      pattern: { kind: 'days_of_month', days: [15, 31] },
    });
    await server.at('2026-03-10T11:00:01Z');
    for (let hour = 0; hour < 12; hour += 1) await server.at('2026-05-01T16:00:00Z');
    const logs = await server.database.asSystem((db) =>
      db
        .select({ date: medicationLogs.localDate, status: medicationLogs.status })
        .from(medicationLogs)
        .where(eq(medicationLogs.accountId, home.accountId))
        .orderBy(medicationLogs.localDate),
    );
    expect(logs.map(({ date, status }) => `${date} ${status}`)).toEqual([
      '2026-03-15 missed',
      '2026-03-31 missed',
      '2026-04-15 missed',
      '2026-04-30 missed',
    ]);
  });
});
