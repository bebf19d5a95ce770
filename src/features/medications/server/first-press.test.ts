import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { medications } from '#database/schema/medications.ts';
import { expectStatus, type TestServer, testServer } from '#testing/test-server.ts';
import { medicationsFeature } from '../server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer([medicationsFeature]);
});
afterAll(() => server.close());

/** A household with one dose of today. */
async function withDose() {
  const home = await server.household();
  const wanted = {
    name: 'Lisinopril',
    frequency: 'daily',
    times: ['08:00'],
    startDate: '2026-03-01',
  };
  const { id } = expectStatus(await home.as('admin')('POST', '/api/medications', wanted), 201).body;
  const scheduledTime = '2026-03-10T12:00:00.000Z';
  const press = {
    medicationId: id,
    doseId: `${id}_2026-03-10_0800`,
    scheduledTime,
    status: 'taken',
  };
  return { home, press };
}

it.each([
  ['in its time', '2026-03-10T12:30:00Z'],
  ['of an overdue dose', '2026-03-10T13:30:00Z'],
])('a first press %s reads in one statement and writes in one', async (_, now) => {
  server.clock.set(now);
  const { home, press } = await withDose();
  // The elder's session is known from then on.
  expectStatus(await home.as('user')('GET', '/api/upcoming-medications'), 200);
  const key = { 'idempotency-key': randomUUID() };
  const before = server.database.statements();
  expectStatus(await home.as('user')('POST', '/api/medication-logs', press, key), 201);
  // Beside them the begin and the end; the embedded database has one more, by whom it is entered.
  const others = server.database.kind === 'postgres' ? 2 : 3;
  expect(server.database.statements() - before).toBe(2 + others);
});

it('of a medication that is for somebody else an elder says nothing', async () => {
  const { home, press } = await withDose();
  await server.database.asSystem((db) =>
    db
      .update(medications)
      .set({ userId: home.userIds.admin })
      .where(eq(medications.id, press.medicationId)),
  );
  expectStatus(await home.as('user')('POST', '/api/medication-logs', press), 404);
  expectStatus(await home.as('admin')('POST', '/api/medication-logs', press), 201);
});

it('a key is of the person who sent it: with the same one another says something of their own', async () => {
  const { home, press } = await withDose();
  const key = { 'idempotency-key': randomUUID() };
  const skipped = { ...press, status: 'skipped' };
  expectStatus(await home.as('admin')('POST', '/api/medication-logs', skipped, key), 201);
  const heard = await home.as('user')('POST', '/api/medication-logs', press, key);
  expect(expectStatus(heard, 200).body.status).toBe('taken');
  server.clock.advance(60_000);
  const again = { ...press, status: 'missed' };
  const other = { 'idempotency-key': randomUUID() };
  expectStatus(await home.as('admin')('POST', '/api/medication-logs', skipped, other), 200);
  server.clock.advance(60_000);
  const said = await home.as('user')('POST', '/api/medication-logs', again, other);
  expect(expectStatus(said, 200).body.status).toBe('missed');
});
