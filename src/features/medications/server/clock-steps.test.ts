import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { careSweeps, doseAlerts } from '#database/schema/alerts.ts';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';
import { PASSED } from '#platform/server/feature.ts';
import { unitOfWork } from '#platform/server/http/invalidation.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
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
import { overdueJob } from './overdue-job.ts';

const ROUND = 20_000;

let server: CareServer;
let home: TestHousehold;
let elapsed: number;
beforeEach(async () => {
  elapsed = 0;
  server = await careServer({ elapsed: () => elapsed, ofDatabase: async () => undefined });
  server.clock.set('2026-03-10T04:30:00Z');
  home = await server.household();
  await addMedication(home, { times: ['08:00', '12:00', '20:00'] });
  await sweep();
});
afterEach(() => server.close());

async function sweep() {
  await server.jobs('care');
  await server.jobs('outbox');
}

/** Advances the wall clock and the monotonic clock to `instant`, then runs the overdue job. */
async function reach(instant: string) {
  elapsed += Date.parse(instant) - server.clock.now().getTime();
  await server.at(instant);
}

/** Advances only the wall clock; the monotonic clock is unchanged. */
const step = (milliseconds: number) => server.clock.advance(milliseconds);

const told = () =>
  server.mailsTo(home).flatMap(({ text }) => text.match(/due at [\d:]+ [AP]M/g) ?? []);

const EIGHT = '2026-03-10T12:00';
const OF_TODAY = [`${EIGHT} pending`, '2026-03-10T16:00 pending', '2026-03-11T00:00 pending'];

describe('a wall clock that is ahead for one round', () => {
  it.each([
    ['3 hours', 3 * HOUR_MS],
    ['13 hours', 13 * HOUR_MS],
    ['30 days', 30 * DAY_MS],
  ])(
    'a clock that is ahead by %s settles nothing, and each dose later rings and alerts once',
    async (_, ahead) => {
      step(ahead);
      await sweep();
      elapsed += ROUND;
      step(ROUND);
      await sweep();
      step(-ahead);
      expect([await logsOf(home), server.mailbox.mails]).toEqual([[], []]);
      await sweep();
      expect(await upcomingOf(home)).toEqual(OF_TODAY);
      for (const instant of ['13:00:00', '16:00:00', '17:00:00', '17:00:20']) {
        await reach(`2026-03-10T${instant}Z`);
      }
      await reach('2026-03-11T01:00:00Z');
      expect(told()).toEqual(['due at 8:00 AM', 'due at 12:00 PM', 'due at 8:00 PM']);
      await reach('2026-03-11T04:00:00Z');
      expect(await logsOf(home)).toHaveLength(3);
      expect((await upcomingOf(home))[0]).toBe('2026-03-11T12:00 pending');
    },
  );
});

it('a server that does not trust its clock leaves the job to another server', async () => {
  const { database, clock } = server;
  const steady = { elapsed: () => elapsed, ofDatabase: async () => undefined };
  const given = { ...unitOfWork(database), database, log: server.app.log, now: clock.now, steady };
  const parts = { ...given, each: async () => undefined, eachSet: async () => undefined };
  const job = overdueJob();
  expect(await job.run(parts)).not.toBe(PASSED);
  step(3 * HOUR_MS);
  expect(await job.run(parts)).toBe(PASSED);
});

describe('a server started with a clock that is ahead', () => {
  it('a server compares its clock with the last trusted time and settles nothing until the clock is right', async () => {
    await reach('2026-03-10T10:30:00Z');
    server.restart();
    step(13 * HOUR_MS);
    await sweep();
    elapsed += ROUND;
    step(ROUND);
    await sweep();
    step(-13 * HOUR_MS);
    expect([await logsOf(home), server.mailbox.mails]).toEqual([[], []]);
    await sweep();
    expect(await upcomingOf(home)).toEqual(OF_TODAY);
    await reach('2026-03-10T13:00:00Z');
    expect(told()).toEqual(['due at 8:00 AM']);
  });
});

describe('a clock that was ahead long enough to be trusted', () => {
  async function believedAhead(ahead: number) {
    step(ahead);
    for (let round = 0; round < 20; round += 1) {
      await server.jobs('care');
      elapsed += ROUND;
      step(ROUND);
    }
  }

  it.each([
    ['3 hours', 3 * HOUR_MS],
    ['13 hours', 13 * HOUR_MS],
    ['30 days', 30 * DAY_MS],
  ])(
    'the effects of a clock ahead by %s are reverted, and later doses are handled normally',
    async (_, ahead) => {
      await reach('2026-03-10T10:30:00Z');
      await believedAhead(ahead);
      step(-ahead);
      await sweep();
      expect(await upcomingOf(home)).toEqual(OF_TODAY);
      expect(await logsOf(home)).toEqual([]);
      // The queued emails had not been sent yet, so they were dropped.
      expect(told()).toEqual([]);
      for (const instant of ['10T13:00:00', '10T17:00:00', '11T01:00:00', '11T13:00:00']) {
        await reach(`2026-03-${instant}Z`);
      }
      expect(told()).toHaveLength(4);
      expect(new Set(told()).size).toBe(3);
      expect(await logsOf(home)).toHaveLength(3);
    },
  );

  it('the answers that people gave meanwhile remain, with their history', async () => {
    const [item] = (await home.as('user')('GET', '/api/upcoming-medications')).body;
    await reach('2026-03-10T11:55:00Z');
    await logDose(home, item.medicationId, '2026-03-10T12:00:00Z');
    await logDose(home, item.medicationId, '2026-03-10T12:00:00Z', 'pending');
    await believedAhead(13 * HOUR_MS);
    expect(await logsOf(home)).toContain(`${EIGHT} missed by itself`);
    await logDose(home, item.medicationId, '2026-03-10T16:00:00Z');
    step(-13 * HOUR_MS);
    await sweep();
    expect(await upcomingOf(home)).toEqual([
      `${EIGHT} pending`,
      '2026-03-10T16:00 taken',
      '2026-03-11T00:00 pending',
    ]);
    const log = (await listed(home)).find(
      ({ scheduledTime }: { scheduledTime: string }) => scheduledTime.slice(0, 16) === EIGHT,
    );
    const path = `/api/medication-logs/${log.id}/attempts`;
    const { body } = await home.as('admin')('GET', path);
    expect(body.map(({ status, by }: Record<string, string>) => `${status} ${by}`)).toEqual([
      'taken Ada user',
      'pending Ada user',
    ]);
    // A correction counts as later than an answer whose time is in the future.
    await logDose(home, item.medicationId, '2026-03-10T16:00:00Z', 'pending');
    expect((await upcomingOf(home))[1]).toBe('2026-03-10T16:00 pending');
  });

  it('a missed answer by a person remains, with the history of deleted people', async () => {
    const [{ medicationId: id }] = (await home.as('user')('GET', '/api/upcoming-medications')).body;
    await reach('2026-03-10T10:30:00Z');
    await believedAhead(3 * HOUR_MS);
    await logDose(home, id, `${EIGHT}:00Z`, 'missed');
    const earlier = { pressedAt: '2026-03-10T12:03:00.000Z', status: 'skipped' };
    const press = { medicationId: id, scheduledTime: `${EIGHT}:00.000Z`, ...earlier };
    expectStatus(await home.as('user')('POST', '/api/medication-logs', press), 200);
    // Simulates the deletion of the person: only the name remains.
    await server.database.asSystem(async (db) => {
      await db.update(medicationLogAttempts).set({ userId: null });
      await db.update(medicationLogs).set({ loggedBy: null });
    });
    step(-3 * HOUR_MS);
    await sweep();
    expect(await logsOf(home)).toEqual([`${EIGHT} missed`]);
    expect(await upcomingOf(home)).toEqual([`${EIGHT} missed`, ...OF_TODAY.slice(1)]);
    const attempts = await server.database.asSystem((db) =>
      db.select().from(medicationLogAttempts),
    );
    expect(attempts.map(({ status }) => status).sort()).toEqual(['missed', 'skipped']);
  });

  it('an alert of a dose that was really overdue remains', async () => {
    await reach('2026-03-10T13:00:00Z');
    await believedAhead(13 * HOUR_MS);
    step(-13 * HOUR_MS);
    await sweep();
    expect(told()).toEqual(['due at 8:00 AM']);
    const alerts = await server.database.asSystem((db) => db.select().from(doseAlerts));
    expect(alerts.map(({ time }) => time)).toEqual(['08:00']);
    const [row] = await server.database.asSystem((db) =>
      db.select().from(careSweeps).where(eq(careSweeps.accountId, home.accountId)),
    );
    expect(row?.sweptUntil).toEqual(server.clock.now());
  });
});

describe('a wall clock that is right', () => {
  it('doses are settled after the machine slept, once the clock has been stable', async () => {
    await reach('2026-03-10T11:30:00Z');
    step(2 * HOUR_MS);
    for (let round = 0; round < 16; round += 1) {
      await sweep();
      elapsed += ROUND;
      step(ROUND);
    }
    expect(told()).toEqual(['due at 8:00 AM']);
  });

  it('a poll shows the same list as before the clock was ahead', async () => {
    const right = await upcomingOf(home);
    step(DAY_MS);
    expect(await upcomingOf(home)).not.toEqual(right);
    step(-DAY_MS);
    expect(await upcomingOf(home)).toEqual(right);
  });
});
