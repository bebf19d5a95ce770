import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addPerson } from '#features/accounts/server/household.ts';
import { addSession, PERSON } from '#features/sessions/server/session-rows.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { addMedication, type CareServer, careServer } from '#testing/care.ts';
import { asking, expectStatus, type TestHousehold } from '#testing/test-server.ts';

const SOUNDING = 'The tablet was awake and its sound was on.';
const SILENT = 'The tablet was awake, but its sound was not turned on.';
const NONE = 'No tablet is set up.';

let server: CareServer;
let home: TestHousehold;
beforeAll(async () => {
  server = await careServer();
});
beforeEach(async () => {
  server.clock.set('2026-03-10T11:00:00Z');
  home = await server.household();
});
afterAll(() => server.close());

type Ask = ReturnType<typeof asking>;

async function addElder(firstName: string, isSignedIn = true) {
  const { accountId } = home;
  const now = server.clock.now();
  return server.database.asSystem(async (db) => {
    const person = { accountId, role: 'user', firstName, lastName: 'L.', createdAt: now } as const;
    const userId = await addPerson(db, person);
    if (userId === undefined) throw new Error('the person was not added');
    if (!isSignedIn) return { userId, ask: undefined };
    const session = { accountId, userId, deviceName: 'Tablet', lifetime: PERSON, now };
    return { userId, ask: asking(server.app, (await addSession(db, session)).token) };
  });
}

/**
 * Sends heartbeats every five minutes from 8:00 AM until the alert, and returns the alert email.
 */
async function waitForTheAlert(tablets: readonly [Ask, { soundReady: boolean }][]) {
  for (let minute = 0; minute < 60; minute += 5) {
    server.clock.set(new Date(Date.UTC(2026, 2, 10, 12) + minute * MINUTE_MS).toISOString());
    for (const [ask, said] of tablets) {
      const report = { visible: true, clockSkewMs: 0, ...said };
      expectStatus(await ask('PUT', '/api/auth/device', report), 204);
    }
    await server.jobs('heartbeats');
  }
  await server.at('2026-03-10T13:00:00Z');
  const [mail] = server.mailsTo(home);
  return mail?.text ?? '';
}

it.each([
  ['of the elder with the dose', 'second', SILENT],
  ['of no other elder if that elder has none', 'third', NONE],
  ['most likely to be noticed for a dose of the household', 'nobody', SOUNDING],
])('an alert names the tablet %s', async (_, whose, sentence) => {
  const second = await addElder('Ben');
  const third = await addElder('Cleo', false);
  const userId = { second: second.userId, third: third.userId }[whose] ?? 'system';
  await addMedication(home, { times: ['08:00'], userId });
  const own = home.as('user');
  const tablets: [Ask, { soundReady: boolean }][] = [[own, { soundReady: true }]];
  if (second.ask !== undefined) tablets.push([second.ask, { soundReady: false }]);
  const text = await waitForTheAlert(tablets);
  const said = [SOUNDING, SILENT, NONE].filter((one) => text.includes(one));
  expect(said).toEqual([sentence]);
});
