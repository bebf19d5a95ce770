import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { alertsFeature } from '#features/alerts/server.ts';
import { awayFeature } from '#features/away/server.ts';
import { medicationsFeature } from '#features/medications/server.ts';
import { type Mailbox, openMailbox } from '#testing/smtp.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { stockFeature } from '../server.ts';

const MEDICATION = {
  name: 'Lisinopril',
  dosage: '10 mg',
  frequency: 'daily',
  times: ['08:00'],
  startDate: '2026-03-01',
};

/** 2:00 PM in New York, where the households are. */
const START = '2026-03-10T18:00:00Z';

let server: TestServer;
let mailbox: Mailbox;
let home: TestHousehold;
beforeAll(async () => {
  mailbox = await openMailbox();
  server = await testServer([
    alertsFeature({ mail: mailbox.parts, contact: undefined }),
    medicationsFeature,
    stockFeature,
    awayFeature,
  ]);
});
beforeEach(async () => {
  server.clock.set(START);
  home = await server.household();
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

async function counted(stock: object, name = 'Lisinopril'): Promise<string> {
  const ask = home.as('admin');
  const body = { ...MEDICATION, name };
  const { id } = expectStatus(await ask('POST', '/api/medications', body), 201).body;
  expectStatus(await ask('PUT', `/api/stocks/${id}`, { unitsPerDose: 1, ...stock }), 200);
  return id;
}

/** Runs the jobs and returns the emails sent by them. */
async function letters(): Promise<{ to: string; subject: string; text: string }[]> {
  const before = mailbox.mails.length;
  await server.jobs('stock');
  await server.jobs('outbox');
  return mailbox.mails
    .slice(before)
    .map(({ recipients, subject, text }) => ({ to: recipients.join(), subject, text }));
}

it('administrators get one email about all medications that run out, once', async () => {
  await counted({ left: 3, warnBefore: 3 });
  await counted({ left: 30, warnBefore: 3 }, 'Metformin');
  await counted({ left: 1, warnBefore: null }, 'Aspirin');
  const sent = await letters();
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ subject }) => subject))).toEqual(
    new Set(['Lisinopril runs out soon']),
  );
  expect(sent[0]?.text).toContain('Lisinopril 10 mg: 3 left. Runs out on Friday, March 13.');
  expect(sent[0]?.text).not.toContain('Metformin');
  expect(sent[0]?.text).not.toContain('Aspirin');
  expect(await letters()).toEqual([]);
  server.clock.set('2026-03-11T18:00:00Z');
  expect(await letters()).toEqual([]);
});

it('a medication that runs out again after a refill causes another email', async () => {
  const id = await counted({ left: 3, warnBefore: 3 });
  expect(await letters()).toHaveLength(2);
  await home.as('admin')('POST', `/api/stocks/${id}/refills`, { units: 30 });
  expect(await letters()).toEqual([]);
  const body = { left: 2, unitsPerDose: 1, warnBefore: 3 };
  await home.as('admin')('PUT', `/api/stocks/${id}`, body);
  expect(await letters()).toHaveLength(2);
});

it('a refill that is still too small causes no second email', async () => {
  const id = await counted({ left: 2, warnBefore: 10 });
  expect(await letters()).toHaveLength(2);
  await home.as('admin')('POST', `/api/stocks/${id}/refills`, { units: 1 });
  expect(await letters()).toEqual([]);
});

it('no email is sent at night, it waits until nine in the morning', async () => {
  await counted({ left: 1, warnBefore: 3 });
  for (const night of ['2026-03-11T00:00:00Z', '2026-03-11T12:59:00Z']) {
    server.clock.set(night);
    expect(await letters()).toEqual([]);
  }
  server.clock.set('2026-03-11T13:00:00Z');
  expect(await letters()).toHaveLength(2);
});

it('a deleted medication causes no email', async () => {
  const id = await counted({ left: 1, warnBefore: 3 });
  await home.as('admin')('DELETE', `/api/medications/${id}`);
  expect(await letters()).toEqual([]);
});

it('the email is delayed by an away period and names the right date then', async () => {
  const times = { startTime: '00:00', endTime: '00:00' };
  const away = { startDate: '2026-03-11', endDate: '2026-03-15', ...times };
  const { id } = expectStatus(await home.as('admin')('POST', '/api/away', away), 201).body;
  await counted({ left: 3, warnBefore: 5 });
  expect(await letters()).toEqual([]);
  const back = { endDate: '2026-03-13' };
  expectStatus(await home.as('admin')('PATCH', `/api/away/${id}`, back), 200);
  const sent = await letters();
  expect(sent).toHaveLength(2);
  expect(sent[0]?.text).toContain('Lisinopril 10 mg: 3 left. Runs out on Sunday, March 15.');
  expect(await letters()).toEqual([]);
});
