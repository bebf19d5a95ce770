import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { NOBODY_OUTSIDE } from '#testing/outside.ts';
import { EXAMPLE_PASSWORD } from '#testing/registration.ts';
import { asking, expectStatus } from '#testing/test-server.ts';
import { type Carried, carryOver, earlierData, rowsNow } from '#testing/upgrades.ts';
import { buildApp } from '../../src/app/build-app.ts';
import { readConfig } from '../../src/app/config.ts';
import { tokenOf } from '../support/servers.ts';

let dataDir: string;
let app: FastifyInstance | undefined;
let carried: Carried | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'grand-upgrade-'));
});
afterEach(async () => {
  await app?.close();
  await carried?.close();
  await rm(dataDir, { recursive: true });
});

/** Opens the current server on data of an earlier version, with its super_admin signed in. */
async function opened(name: string, anotherOwner = false) {
  carried = await carryOver(name, anotherOwner);
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir });
  const { database } = carried;
  // One day after the newest data was written.
  const now = () => new Date('2026-11-26T12:00:00Z');
  app = await buildApp({ config, database, now, outside: NOBODY_OUTSIDE });
  const form = { email: 'ada@example.com', password: EXAMPLE_PASSWORD };
  const signedIn = await asking(app)('POST', '/api/auth/login', form);
  return { ...carried, ask: asking(app, tokenOf(expectStatus(signedIn, 200).headers)) };
}

/** Tables that a later version has replaced, with the table that replaced them. */
const MOVED = new Map(['videos', 'playlists', 'articles'].map((table) => [table, 'content']));

/**
 * Tables whose data is checked in the responses: table, path, and a text that the response must
 * contain.
 */
const SHOWN = [
  ['calendar_events', '/api/calendar-events', 'Chair exercises'],
  ['photo_albums', '/api/photo-albums', 'Summer'],
  ['articles', '/api/articles', 'Roses'],
  ['content', '/api/articles', 'Roses'],
  ['measure_values', '/api/measure-values?kind=weight&limit=5', '61.5'],
  ['day_notes', '/api/day-notes?limit=5', 'Dizzy after getting up.'],
  ['medication_stocks', '/api/stocks', '"left"'],
  ['away_periods', '/api/away', 'Hospital'],
  ['doctor_links', '/api/doctor-links', 'Maria Carter'],
] as const;

/** Tables whose row counts are not compared: rows of finished jobs are deleted. */
const PASSING = ['jobs'];

/**
 * True on the embedded database without TEST_FULL, where each version takes seconds; only every
 * third version is tested then.
 */
const isSlow = inject('testGround').kind === 'embedded' && process.env.TEST_FULL === undefined;
const EARLIER = earlierData().filter((_name, at) => !isSlow || at % 3 === 0);

describe.each(EARLIER)('upgrade of the data of %s', (name) => {
  it('the data is migrated without loss, and a dose can be recorded on it', async () => {
    const { ask, before, database } = await opened(name);
    const lost: string[] = [];
    for (const [table, rows] of before) {
      const now = await rowsNow(database, MOVED.get(table) ?? table);
      if (!PASSING.includes(table) && (now ?? 0) < rows) lost.push(`${table}: ${rows}, now ${now}`);
    }
    expect([before.size > 5, lost]).toEqual([true, []]);

    const medications: { id: string; name: string; times: string[] }[] = (
      await ask('GET', '/api/medications')
    ).body;
    const regular = medications.find((one) => one.name === 'Lisinopril');
    // Medications with weekdays exist only in data of versions that also have measure values.
    const written = before.has('measure_values') ? 3 : 2;
    expect([medications.length, regular]).toMatchObject([
      written,
      { dosage: '10 mg', times: ['08:00'], instructions: 'With water.' },
    ]);
    const logs: { status: string }[] = (await ask('GET', '/api/medication-logs')).body;
    const said = logs.map(({ status }) => status).filter((status) => status !== 'missed');
    expect(said.sort()).toEqual(['skipped', 'taken']);
    expect((await ask('GET', '/api/settings')).body.timezone).toBe('Europe/Berlin');
    const people: { firstName: string }[] = (await ask('GET', '/api/users')).body;
    expect(people.map(({ firstName }) => firstName)).toContain('Grace');

    for (const [table, path, title] of SHOWN) {
      if (!before.has(table)) continue;
      const { body } = expectStatus(await ask('GET', path), 200);
      expect(JSON.stringify(body)).toContain(title);
    }

    const dose = { medicationId: regular?.id, scheduledTime: '2026-11-26T07:00:00.000Z' };
    const logged = await ask('POST', '/api/medication-logs', { ...dose, status: 'taken' });
    expect(expectStatus(logged, 201).body).toMatchObject({ status: 'taken' });
  });
});

it('a dump restored under another user name is migrated without loss', async () => {
  const { ask } = await opened('0019_reminders-of-one-time', true);
  const articles = expectStatus(await ask('GET', '/api/articles'), 200).body;
  expect(articles).toMatchObject([{ title: 'Roses' }]);
});
