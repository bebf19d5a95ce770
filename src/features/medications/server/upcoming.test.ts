import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { medications } from '#database/schema/medications.ts';
import { addMedication, type CareServer, careServer } from '#testing/care.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

let server: CareServer;
let home: TestHousehold;
let id: string;
beforeEach(async () => {
  server = await careServer();
  server.clock.set('2026-03-10T12:04:00Z');
  home = await server.household();
  id = await addMedication(home, { times: ['08:30', '12:00'] });
});
afterEach(() => server.close());

/** 8:30 AM in New York. */
const DUE = '2026-03-10T12:30:00.000Z';

async function say(status: string, pressedAt?: string) {
  const wanted = { medicationId: id, scheduledTime: DUE, status, ...(pressedAt && { pressedAt }) };
  const answer = await home.as('user')('POST', '/api/medication-logs', wanted);
  expect(answer.status).toBeLessThan(300);
}

async function first(): Promise<[string, string | null]> {
  const { body } = await home.as('user')('GET', '/api/upcoming-medications');
  return [body[0].status, body[0].answeredAt];
}

it('a dose has the time of its answer, and none after an undo', async () => {
  expect(await first()).toEqual(['pending', null]);
  await say('taken');
  expect(await first()).toEqual(['taken', '2026-03-10T12:04:00.000Z']);
  server.clock.set('2026-03-10T12:10:00Z');
  await say('skipped');
  expect(await first()).toEqual(['skipped', '2026-03-10T12:10:00.000Z']);
  await say('pending');
  expect(await first()).toEqual(['pending', null]);
});

it('doses of one minute are sorted by the creation of their medications', async () => {
  // By its creation time this medication is the older one, but its row is inserted last, as
  // PostgreSQL does with an updated row.
  server.clock.set('2026-03-10T12:03:00Z');
  const added = await addMedication(home, { name: 'Aspirin', times: ['08:30'] });
  const { body } = await home.as('user')('GET', '/api/upcoming-medications');
  expect(body.slice(0, 2)).toMatchObject([
    { medicationId: added, scheduledTime: DUE },
    { medicationId: id, scheduledTime: DUE },
  ]);
});

it('an answer from the outbox has the time of its press', async () => {
  server.clock.set('2026-03-10T13:00:00Z');
  await say('taken', '2026-03-10T12:35:00.000Z');
  expect(await first()).toEqual(['taken', '2026-03-10T12:35:00.000Z']);
});

it('a dose that the server marked missed has no answer time until a person answers', async () => {
  await server.at('2026-03-10T16:00:00Z');
  expect(await first()).toEqual(['missed', null]);
  await say('missed');
  expect(await first()).toEqual(['missed', '2026-03-10T16:00:00.000Z']);
  await say('taken');
  expect(await first()).toEqual(['taken', '2026-03-10T16:00:00.000Z']);
});

it('a logged dose stays listed with its time after a schedule change', async () => {
  await say('taken');
  const changed = { times: ['21:00'] };
  expectStatus(await home.as('admin')('PATCH', `/api/medications/${id}`, changed), 200);
  expect(await first()).toEqual(['taken', '2026-03-10T12:04:00.000Z']);
});

it('an elder sees their own doses and the household’s, an administrator sees all', async () => {
  const others = await addMedication(home, { times: ['09:00'] });
  const own = await addMedication(home, { times: ['09:30'] });
  await server.database.asSystem(async (db) => {
    const { userIds } = home;
    await db.update(medications).set({ userId: userIds.admin }).where(eq(medications.id, others));
    await db.update(medications).set({ userId: userIds.user }).where(eq(medications.id, own));
  });
  const listed = async (role: 'user' | 'admin') => {
    const { body } = await home.as(role)('GET', '/api/upcoming-medications');
    return new Set(body.map(({ medicationId }: { medicationId: string }) => medicationId));
  };
  expect(await listed('user')).toEqual(new Set([id, own]));
  expect(await listed('admin')).toEqual(new Set([id, own, others]));
});
