import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { NOBODY_OUTSIDE } from '#testing/outside.ts';
import {
  type Answer,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer(featuresFor(readConfig({}), { outside: NOBODY_OUTSIDE }));
});
afterAll(() => server.close());

/**
 * Paths that devices open at once after a restart: a cached call, uncached calls and the event
 * stream.
 */
const PATHS = ['/api/upcoming-medications', '/api/settings', '/api/photo-albums', '/api/live'];

/** Sends a request with an unknown session, so that the database is queried each time. */
const unknown = (path: string, number: number) =>
  server.ask('GET', path, undefined, { cookie: `grand_session=unknown-${number}` });

it('with a thousand devices after a start, excess reads get 503 with Retry-After, and a press is stored', async () => {
  const home = await server.household();
  const medication = { name: 'Lisinopril', frequency: 'daily', times: ['08:00'] };
  const added = await home.as('admin')('POST', '/api/medications', {
    ...{ ...medication, startDate: '2026-01-01' },
  });
  const read = server.database.asSystem;
  const asSystem = vi.spyOn(server.database, 'asSystem');
  let mostAtOnce = 0;
  let atOnce = 0;
  asSystem.mockImplementation(async (work) => {
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    return read(work).finally(() => {
      atOnce -= 1;
    });
  });
  const polls = Array.from({ length: 1_000 }, (_, number) =>
    unknown(PATHS[number % PATHS.length] ?? '', number),
  );
  const press = home.as('user')('POST', '/api/medication-logs', {
    ...{ medicationId: added.body.id, scheduledTime: '2026-03-10T12:00:00.000Z', status: 'taken' },
  });
  expect((await press).status).toBe(201);
  const answers = await Promise.all(polls);
  asSystem.mockRestore();

  const turnedAway = answers.filter(({ status }) => status === 503);
  const answered = answers.filter(({ status }) => status === 401);
  expect(turnedAway.length + answered.length).toBe(1_000);
  // The exact number depends on the speed of the machine, so only a minimum is checked.
  expect(answered.length).toBeGreaterThanOrEqual(6);
  expect(turnedAway.length).toBeGreaterThan(0);
  expect(mostAtOnce).toBeLessThanOrEqual(5);
  const seconds = turnedAway.map(({ headers }: Answer) => Number(headers['retry-after']));
  expect(Math.min(...seconds)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...seconds)).toBeLessThanOrEqual(15);
  expect(new Set(seconds).size).toBeGreaterThan(5);
  expect(turnedAway[0]?.body.code).toBe('too-busy');
});

it('concurrent households get their own data, in a few transactions', async () => {
  const homes: TestHousehold[] = [];
  for (let number = 0; number < 30; number += 1) homes.push(await server.household());
  for (const [number, home] of homes.entries()) {
    const ask = home.as('admin');
    await ask('PATCH', '/api/settings', { appName: `Home ${number}` });
    const medication = { name: `Pill ${number}`, frequency: 'daily', times: ['20:00'] };
    await ask('POST', '/api/medications', { ...medication, startDate: '2026-01-01' });
  }
  const before = server.database.statements();
  const told = homes.map(async (home) => {
    const paths = ['/api/settings', '/api/upcoming-medications', '/api/auth/user'];
    const asked = paths.map((path) => home.as('user')('GET', path));
    const [settings, doses, user] = await Promise.all(asked);
    return [settings?.body.appName, doses?.body[0]?.medication.name, user?.body.id];
  });
  expect(await Promise.all(told)).toEqual(
    homes.map(({ userIds }, number) => [`Home ${number}`, `Pill ${number}`, userIds.user]),
  );
  // Less than the twelve statements per household that are needed without batching.
  const sent = server.database.statements() - before;
  if (server.database.kind === 'postgres') expect(sent).toBeLessThan(7 * homes.length);
});

it('cached responses are served while all database slots are taken', async () => {
  const home = await server.household();
  const ask = home.as('user');
  expect((await ask('GET', '/api/settings')).status).toBe(200);
  const polls = Array.from({ length: 1_000 }, (_, number) => unknown('/api/settings', number));
  expect((await ask('GET', '/api/settings')).status).toBe(200);
  const statuses = new Set((await Promise.all(polls)).map(({ status }) => status));
  expect([...statuses].sort()).toEqual([401, 503]);
});
