import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { medicationLogs } from '#database/schema/medications.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import {
  addMedication,
  type CareServer,
  careServer,
  changeMedication,
  listed,
  logDose,
} from '#testing/care.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import type { AdherenceDay } from '../contract.ts';

let server: CareServer;
let home: TestHousehold;
beforeEach(async () => {
  server = await careServer();
  server.clock.set('2026-03-10T11:00:00Z');
  home = await server.household();
});
afterEach(() => server.close());

async function adherence(query = '') {
  const answer = await home.as('admin')('GET', `/api/adherence${query}`);
  return expectStatus(answer, 200).body;
}

const shown = (days: AdherenceDay[]) =>
  days.map(
    ({ date, name, due, taken, late, skipped, missed, pending }) =>
      `${date} ${name} ${due}: ${taken} taken ${late} late ${skipped} skipped ${missed} missed ${pending} pending`,
  );

describe('the adherence endpoint', () => {
  it('each dose of a day counts as one of taken, skipped, missed and pending', async () => {
    const id = await addMedication(home, { times: ['08:00', '12:00', '18:00', '22:00'] });
    await server.at('2026-03-10T12:05:00Z');
    await logDose(home, id, '2026-03-10T12:00:00Z');
    await server.at('2026-03-10T17:30:00Z');
    await logDose(home, id, '2026-03-10T16:00:00Z');
    expect(shown(await adherence())).toEqual([
      '2026-03-10 Lisinopril 4: 2 taken 1 late 0 skipped 0 missed 2 pending',
    ]);
    await server.at('2026-03-10T22:00:00Z');
    await logDose(home, id, '2026-03-10T22:00:00Z', 'skipped');
    await server.at('2026-03-11T11:00:00Z');
    expect(shown(await adherence())).toEqual([
      '2026-03-10 Lisinopril 4: 2 taken 1 late 1 skipped 1 missed 0 pending',
      '2026-03-11 Lisinopril 4: 0 taken 0 late 0 skipped 0 missed 4 pending',
    ]);
  });

  it('a dose that was undone or is due by former times counts once', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T12:10:00Z');
    await logDose(home, id, '2026-03-10T12:00:00Z');
    await logDose(home, id, '2026-03-10T12:00:00Z', 'pending');
    const other = await addMedication(home, { times: ['08:15'], name: 'Metformin' });
    server.clock.set('2026-03-10T12:20:00Z');
    await changeMedication(home, other, { times: ['08:15', '20:00'] });
    expect(shown(await adherence())).toEqual([
      '2026-03-10 Lisinopril 1: 0 taken 0 late 0 skipped 0 missed 1 pending',
      '2026-03-10 Metformin 2: 0 taken 0 late 0 skipped 0 missed 2 pending',
    ]);
  });

  it('as-needed doses and doses before a medication was added are not counted', async () => {
    await addMedication(home, { frequency: 'as_needed' });
    await addMedication(home, { times: ['06:00'] });
    expect(await adherence()).toEqual([]);
  });

  it('doses of a deleted medication still count, and only in their household', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    await logDose(home, id, '2026-03-10T12:00:00Z');
    expectStatus(await home.as('admin')('DELETE', `/api/medications/${id}`), 204);
    expect(await adherence()).toHaveLength(1);
    home = await server.household();
    expect(await adherence()).toEqual([]);
  });

  it.each([
    ['?from=2026-03-11&to=2026-03-10', 'The last day must not be before the first.'],
    ['?from=2025-01-01&to=2026-01-02', 'Please choose at most 366 days.'],
    ['?to=0001-01-01', 'Please check the year.'],
    ['?from=2026-02-30', /./],
    ['?since=2026-02-01', /./],
  ])('adherence refuses the query %s', async (query, sentence) => {
    const answer = await home.as('admin')('GET', `/api/adherence${query}`);
    expect(expectStatus(answer, 400).body.error).toMatch(sentence);
    expectStatus(
      await home.as('admin')('GET', '/api/adherence?from=2025-01-01&to=2026-01-01'),
      200,
    );
  });
});

describe('the list of dose logs', () => {
  it('the list of logs is filtered by status, medication and day', async () => {
    const id = await addMedication(home, { times: ['08:00', '12:00'] });
    const other = await addMedication(home, { times: ['08:00'], name: 'Metformin' });
    await server.at('2026-03-10T16:05:00Z');
    await logDose(home, id, '2026-03-10T12:00:00Z');
    await logDose(home, id, '2026-03-10T16:00:00Z', 'skipped');
    await logDose(home, other, '2026-03-10T12:00:00Z', 'skipped');
    const names = async (query: string) => {
      const answer = await home.as('user')('GET', `/api/medication-logs?${query}`);
      const logs: { medication: { name: string }; status: string }[] = expectStatus(
        answer,
        200,
      ).body;
      return logs.map(({ medication, status }) => `${medication.name} ${status}`).sort();
    };
    expect(await names('status=skipped')).toEqual(['Lisinopril skipped', 'Metformin skipped']);
    expect(await names(`status=skipped&medicationId=${other}`)).toEqual(['Metformin skipped']);
    expect(await names(`medicationId=${id}&from=2026-03-11`)).toEqual([]);
    expectStatus(await home.as('user')('GET', '/api/medication-logs?status=eaten'), 400);
  });
});

describe('the history of a dose', () => {
  it('the history contains each attempt with its time and the name of the person at that time', async () => {
    const id = await addMedication(home, { times: ['08:00'] });
    server.clock.set('2026-03-10T12:10:00Z');
    await logDose(home, id, '2026-03-10T12:00:00Z');
    server.clock.advance(5_000);
    const correction = {
      medicationId: id,
      scheduledTime: '2026-03-10T12:00:00Z',
      status: 'skipped',
      notes: 'Felt sick',
    };
    await home.as('admin')('POST', '/api/medication-logs', correction);
    const [log] = await listed(home);
    expect(log).toMatchObject({ status: 'skipped', loggedBy: 'Ada admin' });
    const path = `/api/medication-logs/${log.id}/attempts`;
    expect((await home.as('admin')('GET', path)).body).toEqual([
      {
        status: 'taken',
        notes: '',
        at: '2026-03-10T12:10:00.000Z',
        by: 'Ada user',
        deviceName: 'Test',
      },
      {
        status: 'skipped',
        notes: 'Felt sick',
        at: '2026-03-10T12:10:05.000Z',
        by: 'Ada admin',
        deviceName: 'Test',
      },
    ]);
    const stranger = (await server.household()).as('super_admin');
    expectStatus(await stranger('GET', path), 404);
  });
});

/** Adds a dose taken every day for ten years, the last one on 2026-03-09. */
async function addTenYears(medicationId: string): Promise<void> {
  const last = Date.parse('2026-03-09T12:00:00Z');
  const rows = Array.from({ length: 3650 }, (_, day) => {
    const scheduledTime = new Date(last - day * DAY_MS);
    return {
      id: randomUUID(),
      accountId: home.accountId,
      medicationId,
      localDate: scheduledTime.toISOString().slice(0, 10),
      time: '08:00',
      scheduledTime,
      status: 'taken',
      notes: '',
      late: false,
      loggedAt: scheduledTime,
      medicationName: 'Lisinopril',
      medicationDosage: '',
    };
  });
  await server.database.asSystem(async (db) => {
    for (let at = 0; at < rows.length; at += 500) {
      await db.insert(medicationLogs).values(rows.slice(at, at + 500));
    }
  });
}

describe('a household with ten years of history', () => {
  it('adherence returns the last 30 days by default, and up to 366 days of any range', async () => {
    await addTenYears(await addMedication(home, { times: ['08:00'] }));
    const dates = async (query: string) =>
      (await adherence(query)).map(({ date }: AdherenceDay) => date);
    const days = await dates('');
    expect([days.length, days[0], days[29]]).toEqual([30, '2026-02-09', '2026-03-10']);
    expect(await dates('?from=2026-03-01&to=2026-03-02')).toEqual(['2026-03-01', '2026-03-02']);
    expect((await dates('?to=2020-05-30'))[0]).toBe('2020-05-01');
    expect((await dates('?from=2026-03-08')).at(-1)).toBe('2026-03-10');
    expect(await dates('?from=2020-01-01&to=2020-12-31')).toHaveLength(366);
  });

  it('a sweep alerts only of doses of today', async () => {
    await addTenYears(await addMedication(home, { times: ['08:00'] }));
    await server.at('2026-03-11T04:00:00Z');
    expect(server.mailsTo(home)).toHaveLength(1);
    expect(server.mailsTo(home)[0]?.subject).toBe('A dose has not been confirmed');
  });
});
