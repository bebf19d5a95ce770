import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { careSweeps, outbox } from '#database/schema/alerts.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { type TestServer, testServer } from '#testing/test-server.ts';
import { lookAtCare, lookAtLetters } from './look-at-care.ts';

const NOW = new Date('2026-03-10T14:00:00Z');
const before = (seconds: number) => new Date(NOW.getTime() - seconds * SECOND_MS);

let server: TestServer;
let accountId: string;
beforeAll(async () => {
  server = await testServer([]);
  ({ accountId } = await server.household());
});
afterAll(() => server.close());

it('overdue checks of doses are reported', async () => {
  const dueFor = (seconds: number) =>
    server.database.asSystem((db) => {
      const nextAt = before(seconds);
      return db
        .insert(careSweeps)
        .values({ accountId, nextAt, sweptUntil: nextAt })
        .onConflictDoUpdate({ target: careSweeps.accountId, set: { nextAt } });
    });
  await dueFor(120);
  expect(await lookAtCare(server.database, NOW)).toMatchObject({ state: 'good' });
  await dueFor(181);
  expect(await lookAtCare(server.database, NOW)).toEqual({
    state: 'bad',
    sentence: 'One household waits to have an overdue dose looked after, the oldest for 3 minutes.',
  });
});

it('failed messages of the last day are counted, older ones are not', async () => {
  const letter = { accountId, recipient: 'a@example.org', content: {}, failure: 'ETIMEDOUT' };
  const add = (kind: string, createdAt: Date, sentAt?: Date) =>
    server.database.asSystem((db) =>
      db.insert(outbox).values({ ...letter, id: randomUUID(), kind, createdAt, sentAt }),
    );
  await add('email', before(24 * 3600));
  await add('email', before(60), NOW);
  expect(await lookAtLetters(server.database, NOW)).toMatchObject({ state: 'good' });
  await add('email', before(24 * 3600 - 1));
  await add('push', before(60));
  const said = await lookAtLetters(server.database, NOW);
  expect(said.state).toBe('note');
  expect(said.sentence).toMatch(/^Of the last day could not leave: /);
  expect(said.sentence).toContain('1 of email');
  expect(said.sentence).toContain('1 of push');
});
