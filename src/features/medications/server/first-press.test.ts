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

/** Creates a household with one dose of today. */
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
  ['of a dose in its window', '2026-03-10T12:30:00Z'],
  ['of an overdue dose', '2026-03-10T13:30:00Z'],
])('a first press %s takes one statement to read and one to write', async (_, now) => {
  server.clock.set(now);
  const { home, press } = await withDose();
  // Warms the session cache of the elder.
  expectStatus(await home.as('user')('GET', '/api/upcoming-medications'), 200);
  const key = { 'idempotency-key': randomUUID() };
  const before = server.database.statements();
  expectStatus(await home.as('user')('POST', '/api/medication-logs', press, key), 201);
  // The other statements are BEGIN and COMMIT and, on the embedded database, the one that sets the
  // tenant.
  const others = server.database.kind === 'postgres' ? 2 : 3;
  expect(server.database.statements() - before).toBe(2 + others);
});

it('an elder cannot answer a dose of a medication for another person', async () => {
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

it("an idempotency key belongs to its sender: another person's press with the same key counts", async () => {
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
