import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reschedule } from '#features/medications/server.ts';
import { expectStatus, type TestServer, testServer } from '#testing/test-server.ts';
import { settingsFeature } from '../server.ts';

const FOLDER = 'src/database/migrations';
const NAME = readdirSync(FOLDER).find((name) => name.endsWith('_alarm-repeats.sql'));
const MIGRATION = readFileSync(`${FOLDER}/${NAME}`, 'utf8');

let server: TestServer;
beforeAll(async () => {
  server = await testServer([settingsFeature(reschedule)]);
});
afterAll(() => server.close());

it.each([
  ['an unchanged default of 10 to 5', 10, [], 5],
  ['a chosen 10 to 10', 10, [7, 10], 10],
  ['an unchanged default of 10 after another change to 5', 10, 'appName', 5],
  ['a chosen 0 to 0', 5, [0], 0],
] as const)('the migration converts %s', async (_, before, changes, after) => {
  const household = await server.household();
  const ask = household.as('admin');
  await server.database.asSystem((db) =>
    db.execute(sql`UPDATE settings SET alarm_repeat_minutes = ${before}`),
  );
  const bodies =
    changes === 'appName'
      ? [{ appName: 'Our Window' }]
      : changes.map((alarmRepeatMinutes) => ({ alarmRepeatMinutes }));
  for (const body of bodies) expectStatus(await ask('PATCH', '/api/settings', body), 200);
  await server.database.asSystem((db) => db.execute(sql.raw(MIGRATION)));
  expect((await ask('GET', '/api/settings')).body.alarmRepeatMinutes).toBe(after);
});
