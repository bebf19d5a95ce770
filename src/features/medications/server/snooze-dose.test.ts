import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { doseSnoozes } from '#database/schema/medications.ts';
import {
  addMedication,
  type CareServer,
  careServer,
  listed,
  logDose,
  logsOf,
} from '#testing/care.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

let server: CareServer;
let home: TestHousehold;
let id: string;
beforeEach(async () => {
  server = await careServer();
  server.clock.set('2026-03-10T11:00:00Z');
  home = await server.household();
  id = await addMedication(home, { times: ['08:00'] });
});
afterEach(() => server.close());

/** 8:00 AM in New York. */
const EIGHT = '2026-03-10T12:00:00.000Z';

function snooze(press: object = {}, key: string = randomUUID(), household = home) {
  const wanted = { medicationId: id, scheduledTime: EIGHT, minutes: 10, ...press };
  const headers = { 'idempotency-key': key };
  return household.as('user')('POST', '/api/medication-snoozes', wanted, headers);
}

const snoozeOf = async (household = home) =>
  (await household.as('user')('GET', '/api/upcoming-medications')).body[0]?.snooze;

const rows = () => server.database.asSystem((db) => db.select().from(doseSnoozes));

describe('the endpoint of snoozes', () => {
  it('a snooze is in the list of every tablet and is not an answer', async () => {
    server.clock.set('2026-03-10T12:03:00Z');
    expect(await snoozeOf()).toBeUndefined();
    expectStatus(await snooze(), 201);
    expect(await snoozeOf()).toEqual({
      at: '2026-03-10T12:03:00.000Z',
      until: '2026-03-10T12:13:00.000Z',
    });
    const [dose] = (await home.as('admin')('GET', '/api/upcoming-medications')).body;
    expect(dose).toMatchObject({ status: 'pending', answeredAt: null });
    expect(await logsOf(home)).toEqual([]);
  });

  it('the alert comes 60 minutes after the scheduled time, as without a snooze', async () => {
    for (const at of ['12:03', '12:13', '12:23', '12:33', '12:43']) {
      await server.at(`2026-03-10T${at}:00Z`);
      expectStatus(await snooze(), 201);
    }
    await server.at('2026-03-10T12:59:59.999Z');
    expect(server.mailbox.mails).toEqual([]);
    await server.at('2026-03-10T13:00:00Z');
    expect(server.mailbox.mails).toHaveLength(2);
    await server.at('2026-03-11T04:00:00Z');
    expect((await listed(home))[0]).toMatchObject({ status: 'missed', loggedBy: null });
  });

  it.each([
    ['of 10 minutes 49 minutes after the dose', '2026-03-10T12:49:59.999Z', 10, 201],
    ['of 10 minutes 50 minutes after the dose', '2026-03-10T12:50:00Z', 10, 409],
    ['of 15 minutes 45 minutes after the dose', '2026-03-10T12:45:00Z', 15, 409],
    ['of 5 minutes 50 minutes after the dose', '2026-03-10T12:50:00Z', 5, 201],
    ['of 5 minutes 55 minutes after the dose', '2026-03-10T12:55:00Z', 5, 409],
    ['before the scheduled time', '2026-03-10T11:55:00Z', 10, 201],
    ['ended 59 minutes after the dose', '2026-03-10T12:59:00Z', 0, 201],
    ['of 7 minutes', '2026-03-10T12:00:00Z', 7, 400],
  ])('a snooze %s is answered with status %s', async (_, now, minutes, status) => {
    server.clock.set(now);
    expectStatus(await snooze({ minutes }), status);
  });

  it('a snooze that arrives late counts from its press, and a later press wins', async () => {
    server.clock.set('2026-03-10T12:20:00Z');
    expectStatus(await snooze({ pressedAt: '2026-03-10T12:16:00Z' }), 201);
    expectStatus(await snooze({ pressedAt: '2026-03-10T12:03:00Z' }), 201);
    expect((await snoozeOf()).until).toBe('2026-03-10T12:26:00.000Z');
  });

  it('a reopened reminder rings on all tablets', async () => {
    server.clock.set('2026-03-10T12:03:00Z');
    expectStatus(await snooze(), 201);
    server.clock.set('2026-03-10T12:05:00Z');
    expectStatus(await snooze({ minutes: 0 }), 201);
    expect((await snoozeOf()).until).toBe('2026-03-10T12:05:00.000Z');
  });

  it('several presses within a minute are one row', async () => {
    server.clock.set('2026-03-10T12:03:00Z');
    for (let press = 0; press < 5; press += 1) expectStatus(await snooze(), 201);
    server.clock.set('2026-03-10T12:03:30Z');
    expectStatus(await snooze(), 201);
    expectStatus(await snooze({ pressedAt: '2026-03-10T12:03:10Z' }), 201);
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row?.until.toISOString()).toBe('2026-03-10T12:13:30.000Z');
  });

  it('a snooze is in the history of the dose, with the person who pressed it', async () => {
    server.clock.set('2026-03-10T12:03:00Z');
    expectStatus(await snooze(), 201);
    server.clock.set('2026-03-10T12:13:00Z');
    expectStatus(await logDose(home, id, EIGHT), 201);
    const [log] = await listed(home);
    const path = `/api/medication-logs/${log.id}/attempts`;
    const attempts = (await home.as('admin')('GET', path)).body;
    expect(attempts).toMatchObject([
      { status: 'snoozed', at: '2026-03-10T12:03:00.000Z', until: '2026-03-10T12:13:00.000Z' },
      { status: 'taken' },
    ]);
    expect(attempts[0].by).not.toBeNull();
  });
});

describe('refused snooze requests', () => {
  it('a snooze of a dose that does not exist is refused', async () => {
    server.clock.set('2026-03-10T12:03:00Z');
    expectStatus(await snooze({ scheduledTime: '2026-03-10T12:07:00.000Z' }), 404);
    expect(await rows()).toEqual([]);
  });

  it('a snooze of an as-needed medication is refused', async () => {
    const asNeeded = await addMedication(home, { frequency: 'as_needed', times: [] });
    server.clock.set('2026-03-10T12:03:00Z');
    expectStatus(await snooze({ medicationId: asNeeded, minutes: 0 }), 404);
  });

  it('a snooze of a dose of another household is refused', async () => {
    const other = await server.household();
    server.clock.set('2026-03-10T12:03:00Z');
    expectStatus(await snooze({}, randomUUID(), other), 404);
    expect(await rows()).toEqual([]);
  });
});
