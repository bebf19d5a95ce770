import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addMedication, type CareServer, careServer, logDose } from '#testing/care.ts';
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

/** 8:00 AM in New York, where the household is. */
const EIGHT = '2026-03-10T12:00:00Z';

/** An away period from the morning of March 10 until the start of March 12. */
const AWAY = {
  startDate: '2026-03-10',
  startTime: '07:30',
  endDate: '2026-03-12',
  endTime: '00:00',
};

const ask = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  home.as('admin')(method, `/api/away${path}`, body);
const added = async (fields: object = {}) =>
  expectStatus(await ask('POST', '', { ...AWAY, ...fields }), 201).body;
const remove = async (period: string) => expectStatus(await ask('DELETE', `/${period}`), 204);

/** The emails to the super_admin, who does not enter the away period in these tests. */
const othersMails = () => server.mailsTo(home, 'super_admin');
const subjects = () => othersMails().map(({ subject }) => subject);

/** The subjects of the alert and the all-clear of one dose. */
const ALERTED = ['A dose has not been confirmed', 'A dose is not waited for'];

it('all alerted people get one all-clear, except the one who entered the period', async () => {
  await addMedication(home, { name: 'Own', times: ['08:00'], dosage: '' });
  await server.at('2026-03-10T13:00:00Z');
  await server.at('2026-03-10T13:01:00Z');
  const period = await added({ startTime: '08:00' });
  await server.at('2026-03-10T13:02:00Z');
  expectStatus(
    await ask('PATCH', `/${period.id}`, { endTime: '10:00', version: period.version }),
    200,
  );
  await server.at('2026-03-10T13:03:00Z');
  const clear = othersMails().filter(({ subject }) => subject.includes('waited'));
  expect(clear.map(({ subject }) => subject)).toEqual(['2 doses are not waited for']);
  expect(server.mailsTo(home).map(({ subject }) => subject)).not.toContain(clear[0]?.subject);
  const said = 'entered a time away at 9:01 AM. Nobody is asked about them any more.';
  expect(clear[0]?.text).toContain(said);
  expect(clear[0]?.text).toContain('Own for Ada, due at 8:00 AM');
});

it('doses that were answered or not alerted of cause no all-clear', async () => {
  await server.at('2026-03-10T12:30:00Z');
  const early = await added({ startTime: '08:00', endDate: '2026-03-10', endTime: '08:01' });
  await remove(early.id);
  await server.at('2026-03-10T13:00:00Z');
  expectStatus(await logDose(home, id, EIGHT, 'skipped'), 201);
  await server.at('2026-03-10T13:02:00Z');
  const before = othersMails().length;
  await added({ startTime: '08:00', endDate: '2026-03-11' });
  await server.at('2026-03-10T13:05:00Z');
  expect(othersMails()).toHaveLength(before);
});

it('a period on other days does not change an alert', async () => {
  await server.at('2026-03-10T13:00:00Z');
  await added({ startDate: '2026-03-11' });
  await server.at('2026-03-10T13:05:00Z');
  await server.at('2026-03-10T13:06:00Z');
  expect(subjects()).toEqual(['A dose has not been confirmed']);
  expectStatus(await logDose(home, id, EIGHT), 201);
  await server.at('2026-03-10T13:10:00Z');
  expect(subjects()).toEqual(['A dose has not been confirmed', 'A dose was taken after all']);
});

it('deleting a mistaken period alerts again of the pending dose, even after the all-clear', async () => {
  await server.at('2026-03-10T13:00:00Z');
  const period = await added({ startTime: '08:00' });
  await server.at('2026-03-10T13:05:00Z');
  expect(subjects()).toEqual(ALERTED);
  await remove(period.id);
  await server.at('2026-03-10T13:06:00Z');
  await server.at('2026-03-10T13:07:00Z');
  expect(subjects()).toEqual([...ALERTED, 'A dose has not been confirmed']);
});
