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
  ['the 10 that nobody chose', 10, [], 5],
  ['the 10 that somebody chose', 10, [7, 10], 10],
  ['the 10 beside another change', 10, 'appName', 5],
  ['a 0 that somebody chose', 5, [0], 0],
] as const)('of %s the migration makes what it should', async (_, before, changes, after) => {
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
