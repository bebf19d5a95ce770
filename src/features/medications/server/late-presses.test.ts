import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addMedication,
  type CareServer,
  careServer,
  changeMedication,
  listed,
  logsOf,
  upcomingOf,
} from '#testing/care.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

let server: CareServer;
let home: TestHousehold;
let id: string;
beforeEach(async () => {
  server = await careServer();
  server.clock.set('2026-03-10T11:00:00Z');
  home = await server.household();
  id = await addMedication(home, { times: ['08:00', '12:00'] });
});
afterEach(() => server.close());

/** 8:00 AM in New York. */
const EIGHT = '2026-03-10T12:00:00.000Z';

interface Press {
  readonly status?: string;
  readonly pressedAt?: string;
  readonly scheduledTime?: string;
  readonly medicationId?: string;
  readonly doseId?: string;
}

/** Sends a press as the outbox of a tablet does after a lost connection. */
function deliver(press: Press, key?: string, household = home) {
  const wanted = { medicationId: id, scheduledTime: EIGHT, status: 'taken', ...press };
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return household.as('user')('POST', '/api/medication-logs', wanted, headers);
}

async function correct(status: string) {
  const wanted = { medicationId: id, scheduledTime: EIGHT, status };
  return expectStatus(await home.as('admin')('POST', '/api/medication-logs', wanted), 200);
}

/** Returns all answers to the 8:00 AM dose, sorted by the time of the press. */
async function historyOf(household = home): Promise<string[]> {
  const logs: { id: string; scheduledTime: string }[] = await listed(household);
  const log = logs.find(({ scheduledTime }) => scheduledTime === EIGHT);
  const path = `/api/medication-logs/${log?.id}/attempts`;
  const { body } = await household.as('admin')('GET', path);
  return body.map(
    ({ status, at, by }: { status: string; at: string; by: string | null }) =>
      `${at.slice(11, 16)} ${status} ${by ?? 'by itself'}`,
  );
}

describe('a press that waited in the outbox', () => {
  it('a press is logged with its own time and is not late because it arrived late', async () => {
    server.clock.set('2026-03-10T19:00:00Z');
    const answer = await deliver({ pressedAt: '2026-03-10T12:03:00.000Z' });
    expect(expectStatus(answer, 201).body).toMatchObject({
      status: 'taken',
      late: false,
      loggedAt: '2026-03-10T12:03:00.000Z',
    });
  });

  it('a dose that was taken late is logged as late', async () => {
    server.clock.set('2026-03-10T19:00:00Z');
    const answer = await deliver({ pressedAt: '2026-03-10T13:30:00.000Z' });
    expect(expectStatus(answer, 201).body.late).toBe(true);
  });

  it.each([
    ['from a clock that is years behind', '2020-01-01T00:03:00.000Z', '12:00'],
    ['more than 31 days ago', '2026-02-01T12:00:00.000Z', '12:00'],
    ['from a clock that is ahead', '2026-03-10T19:05:00.000Z', '19:00'],
    ['from a clock that is years ahead', '2031-03-10T19:05:00.000Z', '19:00'],
  ])('a press with a time %s is logged with a plausible time', async (_, pressedAt, at) => {
    server.clock.set('2026-03-10T19:00:00Z');
    const { body } = expectStatus(await deliver({ pressedAt }), 201);
    expect(body).toMatchObject({ status: 'taken', loggedAt: `2026-03-10T${at}:00.000Z` });
  });

  it('a press with an invalid time is refused', async () => {
    const { body } = expectStatus(await deliver({ pressedAt: 'yesterday' }), 400);
    expect(body.fields.pressedAt).toMatch(/./);
    expect(await listed(home)).toEqual([]);
  });

  it('an as-needed press with a wrong clock counts as made now', async () => {
    const asNeeded = await addMedication(home, { frequency: 'as_needed', times: [] });
    server.clock.set('2026-03-10T19:00:00Z');
    const wrong = '2020-01-01T00:03:00.000Z';
    const press = { medicationId: asNeeded, scheduledTime: wrong, pressedAt: wrong };
    expect(expectStatus(await deliver(press), 201).body).toMatchObject({
      scheduledTime: '2026-03-10T19:00:00.000Z',
      late: false,
    });
  });

  it('a press for another household answers 404 and is not stored', async () => {
    const stranger = await server.household();
    const press = { pressedAt: '2026-03-10T10:59:00.000Z' };
    expectStatus(await deliver(press, 'key', stranger), 404);
    expect([...(await listed(home)), ...(await listed(stranger))]).toEqual([]);
  });

  it('a press replaces the missed status set by the server and ends the alert', async () => {
    await server.at('2026-03-10T16:05:00Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 missed by itself']);
    expect(server.mailsTo(home)).toHaveLength(1);
    expectStatus(await deliver({ pressedAt: '2026-03-10T12:03:00.000Z' }), 200);
    await server.at('2026-03-10T16:10:00Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 taken']);
    expect(await historyOf()).toEqual(['12:03 taken Ada user', '16:05 missed by itself']);
    expect(server.mailsTo(home).map(({ subject }) => subject)).toEqual([
      'A dose has not been confirmed',
      'A dose was taken after all',
    ]);
  });

  it.each([
    ['skipped', 'skipped'],
    ['missed', 'missed'],
    // The early press was "taken", so the dose must not be asked for again although a caregiver
    // undid an answer later.
    ['pending', 'taken'],
  ])(
    'an early press and a later %s by a caregiver give %s, and the history contains both',
    async (said, standing) => {
      server.clock.set('2026-03-10T12:30:00Z');
      await deliver({ status: 'missed' });
      await correct(said === 'missed' ? 'skipped' : said);
      if (said === 'missed') await correct('missed');
      server.clock.set('2026-03-10T12:50:00Z');
      expectStatus(await deliver({ pressedAt: '2026-03-10T12:03:00.000Z' }), 200);
      expect((await listed(home))[0]).toMatchObject({ status: standing });
      const history = await historyOf();
      expect(history[0]).toBe('12:03 taken Ada user');
      expect(history.at(-1)).toBe(`12:30 ${said} Ada admin`);
    },
  );

  it('a press and its undo, in their order, leave a pending dose that is settled normally', async () => {
    await server.at('2026-03-10T16:05:00Z');
    await deliver({ pressedAt: '2026-03-10T12:03:00.000Z' }, 'one');
    await deliver({ status: 'pending', pressedAt: '2026-03-10T12:03:05.000Z' }, 'two');
    expect((await listed(home))[0]).toMatchObject({ status: 'pending' });
    await server.at('2026-03-10T16:06:00Z');
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 missed by itself']);
  });

  it('a press repeated with its key changes nothing, even after the medication was deleted', async () => {
    server.clock.set('2026-03-10T12:10:00Z');
    const press = { pressedAt: '2026-03-10T12:03:00.000Z' };
    expectStatus(await deliver(press, 'one'), 201);
    await correct('skipped');
    const again = await deliver(press, 'one');
    expect(expectStatus(again, 200).body.status).toBe('skipped');
    expectStatus(await home.as('admin')('DELETE', `/api/medications/${id}`), 204);
    expectStatus(await deliver(press, 'one'), 200);
    expect(await historyOf()).toEqual(['12:03 taken Ada user', '12:10 skipped Ada admin']);
  });

  it('a press delivered ten times at once is in the history once', async () => {
    server.clock.set('2026-03-10T12:10:00Z');
    const press = { pressedAt: '2026-03-10T12:03:00.000Z' };
    await Promise.all(Array.from({ length: 10 }, () => deliver(press, 'one')));
    expect(await historyOf()).toEqual(['12:03 taken Ada user']);
  });
});

describe('a press for a dose whose schedule was changed', () => {
  const pressedAt = '2026-03-10T12:03:00.000Z';

  it('a press is logged at the former time and listed together with the new time', async () => {
    server.clock.set('2026-03-10T12:30:00Z');
    await changeMedication(home, id, { times: ['09:00'] });
    expectStatus(await deliver({ pressedAt }), 201);
    const { body } = await home.as('user')('GET', '/api/upcoming-medications');
    expect(
      body.map(({ scheduledTime, status }: Record<string, string>) => `${scheduledTime} ${status}`),
    ).toEqual([`${EIGHT} taken`, '2026-03-10T13:00:00.000Z pending']);
  });

  it('a press is logged although a corrected clock has moved the schedule change back', async () => {
    server.clock.set('2026-03-10T12:30:00Z');
    await changeMedication(home, id, { times: ['12:00'] });
    await server.at('2026-03-10T07:30:00Z');
    await server.at('2026-03-10T12:40:00Z');
    expectStatus(await deliver({ pressedAt }), 201);
  });

  it('a press is logged for a dose that waited after a move and was stopped later', async () => {
    server.clock.set('2026-03-10T22:00:00Z');
    const timezone = 'America/Chicago';
    expectStatus(await home.as('admin')('PATCH', '/api/settings', { timezone }), 200);
    server.clock.set('2026-03-10T22:10:00Z');
    await changeMedication(home, id, { isActive: false });
    server.clock.set('2026-03-10T22:20:00Z');
    const press = { scheduledTime: '2026-03-10T16:00:00.000Z', pressedAt: '2026-03-10T22:05:00Z' };
    expectStatus(await deliver(press), 201);
  });

  it('a press made before the medication was deleted is logged', async () => {
    server.clock.set('2026-03-10T12:30:00Z');
    expectStatus(await home.as('admin')('DELETE', `/api/medications/${id}`), 204);
    server.clock.set('2026-03-10T12:40:00Z');
    expectStatus(await deliver({ pressedAt: '2026-03-10T12:31:00.000Z' }), 404);
    expectStatus(await deliver({ pressedAt }), 201);
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 taken']);
  });

  it.each([
    ['pressed long after the change', '2026-03-12T00:31:00.000Z', EIGHT],
    ['pressed before the medication was added', '2026-03-10T10:59:00.000Z', EIGHT],
    ['for a time that is no full minute', pressedAt, '2026-03-10T12:00:30.000Z'],
    ['for a dose two days earlier', pressedAt, '2026-03-08T13:00:00.000Z'],
  ])('a press is refused with 404 if it was %s', async (_, at, scheduledTime) => {
    server.clock.set('2026-03-10T12:30:00Z');
    await changeMedication(home, id, { times: ['09:10'] });
    server.clock.set('2026-03-12T00:45:00Z');
    expectStatus(await deliver({ pressedAt: at, scheduledTime }), 404);
  });
});

describe('a press that names its dose', () => {
  const pressedAt = '2026-03-10T12:10:00.000Z';
  const moveTo = async (timezone: string) =>
    expectStatus(await home.as('admin')('PATCH', '/api/settings', { timezone }), 200);

  it.each([
    ['by its dose id', true],
    ['by its scheduled time', false],
  ])(
    'a press identified %s is logged, even after the household moved to another time zone',
    async (_, isNamed) => {
      server.clock.set('2026-03-10T12:20:00Z');
      await moveTo('America/Chicago');
      server.clock.set('2026-03-10T12:30:00Z');
      const doseId = `${id}_2026-03-10_0800`;
      const press = { pressedAt, ...(isNamed ? { doseId } : {}) };
      expectStatus(await deliver(press), 201);
      expect(await upcomingOf(home)).toEqual([
        '2026-03-10T13:00 taken',
        '2026-03-10T17:00 pending',
      ]);
      await server.at('2026-03-10T14:30:00Z');
      expect(await logsOf(home)).toEqual(['2026-03-10T12:00 taken']);
      expect(server.mailsTo(home)).toEqual([]);
    },
  );

  it.each([
    ['of another medication', () => `${crypto.randomUUID()}_2026-03-10_0800`, 404],
    ['at a time that was never scheduled', () => `${id}_2026-03-10_0815`, 404],
    ['on a day before the start date', () => `${id}_2025-12-31_0800`, 404],
    ['with an invalid id', () => 'the one of this morning', 404],
    ['tomorrow', () => `${id}_2026-03-11_0800`, 400],
  ])('a press for a dose %s is refused', async (_, doseId, status) => {
    server.clock.set('2026-03-10T12:20:00Z');
    expectStatus(await deliver({ doseId: doseId() }), status);
    expect(await listed(home)).toEqual([]);
  });

  it('a press for a dose that was removed from the schedule is logged', async () => {
    server.clock.set('2026-03-10T12:20:00Z');
    await changeMedication(home, id, { times: ['12:00'] });
    server.clock.set('2026-03-10T12:30:00Z');
    expectStatus(await deliver({ doseId: `${id}_2026-03-10_0800` }), 201);
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 taken']);
  });
});
