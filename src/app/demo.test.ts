import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#database/connect.ts';
import { openTestDatabase } from '#database/testing.ts';
import { sessionCookieName } from '#kit/server/http/cookies.ts';
import { NOBODY_OUTSIDE } from '#testing/outside.ts';
import { asking } from '#testing/test-server.ts';
import { buildApp } from './build-app.ts';
import { readConfig } from './config.ts';
import { addDemoHousehold } from './demo.ts';
import { addDemoContent } from './demo-content.ts';

const NOW = new Date('2026-03-10T14:00:00Z');
const DATA_DIR = mkdtempSync(join(tmpdir(), 'grand-demo-'));

let database: Database;
let app: Awaited<ReturnType<typeof buildApp>>;
beforeAll(async () => {
  database = await openTestDatabase();
  const config = readConfig({ DATA_DIR, LOG_LEVEL: 'silent' });
  app = await buildApp({ config, database, now: () => NOW, outside: NOBODY_OUTSIDE });
});
afterAll(async () => {
  await app.close();
  await database.close();
  rmSync(DATA_DIR, { recursive: true });
});

it('the demo has something on every screen of the elder', async () => {
  const demo = await addDemoHousehold(database, NOW);
  await addDemoContent(app, demo, NOW);
  const login = { email: demo.elder, password: demo.password };
  const signedIn = await asking(app)('POST', '/api/auth/login', login);
  const cookie = new RegExp(`${sessionCookieName(false)}=([^;]*)`);
  const token = cookie.exec(String(signedIn.headers['set-cookie']))?.[1];
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
