import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#database/connect.ts';
import { doseAlerts } from '#database/schema/alerts.ts';
import { medicationLogs } from '#database/schema/medications.ts';
import type { WeekOfUse } from '#features/analytics/contract.ts';
import { validateValue } from '#features/measures/domain/values.ts';
import type { AdherenceDay, UpcomingMedication } from '#features/medications/contract.ts';
import { sessionCookieName } from '#platform/server/http/cookies.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { openTestDatabase } from '#testing/database.ts';
import { NOBODY_OUTSIDE } from '#testing/outside.ts';
import { asking } from '#testing/test-server.ts';
import { buildApp } from './build-app.ts';
import { readConfig } from './config.ts';
import { addDemoHousehold, type DemoSignIn } from './demo.ts';
import { addDemoContent } from './demo-content.ts';
import { addDemoMeasures } from './demo-measures.ts';
import { addDemoUse } from './demo-use.ts';

const NOW = new Date('2026-03-10T14:00:00Z');
const DATA_DIR = mkdtempSync(join(tmpdir(), 'grand-demo-'));

let database: Database;
let app: Awaited<ReturnType<typeof buildApp>>;
let demo: DemoSignIn;
beforeAll(async () => {
  database = await openTestDatabase();
  const config = readConfig({ DATA_DIR, LOG_LEVEL: 'silent' });
  app = await buildApp({ config, database, now: () => NOW, outside: NOBODY_OUTSIDE });
  demo = await addDemoHousehold(database, NOW);
  await addDemoContent(app, demo, NOW);
  await addDemoUse(database, demo, NOW);
  await addDemoMeasures(database, demo, NOW);
}, 60_000);
afterAll(async () => {
  await app.close();
  await database.close();
  rmSync(DATA_DIR, { recursive: true });
});

const tokenOf = async (email: string, password: string) => {
  const signedIn = await asking(app)('POST', '/api/auth/login', { email, password });
  const cookie = new RegExp(`${sessionCookieName(false)}=([^;]*)`);
  return cookie.exec(String(signedIn.headers['set-cookie']))?.[1];
};

it('the demo has content on every screen of the elder', async () => {
  const token = await tokenOf(demo.elder, demo.password);
  const count = async (path: string) => {
    const { body } = await asking(app, token)('GET', path);
    return (body.photos ?? body).length;
  };
  const paths = ['photos', 'videos', 'playlists', 'articles', 'todays-events', 'medications'];
  const counts = await Promise.all(paths.map((path) => count(`/api/${path}`)));
  expect(Object.fromEntries(paths.map((path, at) => [path, counts[at]]))).toEqual({
    photos: 6,
    videos: 2,
    playlists: 1,
    articles: 2,
    'todays-events': 2,
    medications: 8,
  });
});

it('the demo has a month of measurements, and notes', async () => {
  const family = asking(app, await tokenOf(demo.family, demo.password));
  const { body: values } = await family('GET', '/api/measure-values?limit=500');
  const of = (kind: string) => values.filter((value: { kind: string }) => value.kind === kind);
  expect(of('blood-pressure').length).toBeGreaterThan(20);
  expect(of('weight')).toHaveLength(5);
  expect(of('mood').length).toBeGreaterThan(10);
  expect(values.map(validateValue)).toEqual(values.map(() => ({})));
  expect((await family('GET', '/api/day-notes')).body).toHaveLength(2);
  const elder = asking(app, await tokenOf(demo.elder, demo.password));
  expect((await elder('GET', '/api/measures')).body).toHaveLength(1);
});

it('the demo has a month of doses and uses, of which none is pending or alerted again', async () => {
  const family = asking(app, await tokenOf(demo.family, demo.password));
  const { body: doses } = await family('GET', '/api/adherence?from=2026-02-08&to=2026-03-10');
  expect(new Set(doses.map(({ date }: AdherenceDay) => date)).size).toBe(31);
  const sumOf = (name: 'due' | 'taken' | 'late' | 'missed' | 'skipped') =>
    doses.reduce((sum: number, day: AdherenceDay) => sum + day[name], 0);
  expect(sumOf('taken') / sumOf('due')).toBeGreaterThan(0.8);
  expect(sumOf('taken') / sumOf('due')).toBeLessThan(0.97);
  for (const name of ['late', 'missed', 'skipped'] as const) expect(sumOf(name)).toBeGreaterThan(0);

  const { body: weeks } = await family('GET', '/api/analytics/weeks');
  expect(weeks.slice(-4).every(({ minutes }: WeekOfUse) => minutes > 60)).toBe(true);
  const { body: used } = await family('GET', '/api/analytics');
  expect(used.recentActivity).toHaveLength(6);
  expect(used.videoViews).toBeGreaterThan(20);
  const { body: robust } = await family('GET', '/api/analytics/robust');
  expect(robust.mostPlayedPlaylist).toBe('Peaceful Piano');

  const { body: today } = await family('GET', '/api/upcoming-medications');
  const anHourAgo = new Date(NOW.getTime() - HOUR_MS).toISOString();
  expect(
    today.filter((dose: UpcomingMedication) => {
      return dose.status === 'pending' && dose.scheduledTime < anHourAgo;
    }),
  ).toEqual([]);
  expect(await database.asSystem((db) => db.select().from(doseAlerts))).toEqual([]);
  const logs = await database.asSystem((db) => db.select().from(medicationLogs));
  expect(logs.filter(({ loggedAt }) => loggedAt > NOW)).toEqual([]);
});
