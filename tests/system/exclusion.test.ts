import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diskStore } from '#platform/server/storage/file-store.ts';
import { uploadsFolder } from '#platform/server/storage/temp-files.ts';
import { mayCall, ROLES } from '#platform/shared/roles.ts';
import { pillPicture } from '#testing/hostile-pictures.ts';
import { follow } from '#testing/live-lines.ts';
import { NOBODY_OUTSIDE } from '#testing/outside.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import { readConfig } from '../../src/app/config.ts';
import { featuresFor } from '../../src/app/features.ts';
import { callsOf, makeCall } from '../support/every-call.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'exclusion-'));
const ENVIRONMENT = { DATA_DIR };
const store = diskStore(uploadsFolder(DATA_DIR));
const features = featuresFor(readConfig(ENVIRONMENT), { store, outside: NOBODY_OUTSIDE });
const calls = callsOf(features);

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await testServer(features, ENVIRONMENT);
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  rmSync(DATA_DIR, { recursive: true });
});

/** Creates a household with data for every cached call. */
async function filled(): Promise<TestHousehold> {
  const household = await server.household();
  for (const line of [
    'PATCH /api/settings',
    'PATCH /api/accessibility/{id}',
    'PUT /api/home-buttons/{id}',
    'POST /api/medications',
    'POST /api/photo-albums/{albumId}/photos',
    'POST /api/upload-pill-image',
    'POST /api/videos',
    'POST /api/playlists',
    'POST /api/articles',
    'POST /api/calendar-events',
    'POST /api/analytics',
    'POST /api/alarm-tests',
    'POST /api/fittings',
  ]) {
    expect((await makeCall(line, household, server)).status, line).toBeLessThan(300);
  }
  // The dose is due, because the clock shows ten o'clock in New York.
  const ask = household.as('admin');
  const dose = { name: 'Now', frequency: 'daily', times: ['10:00'], startDate: '2026-03-01' };
  expectStatus(await ask('POST', '/api/medications', dose), 201);
  const away = { startDate: '2026-04-10', startTime: '16:00' };
  expectStatus(await ask('POST', '/api/away', away), 201);
  const measures = { kinds: ['weight'], weightUnit: 'kg', glucoseUnit: 'mg/dL' };
  expectStatus(await ask('PUT', `/api/measures/${household.userIds.user}`, measures), 200);
  const event = { title: 'Tea', eventDate: '2026-03-10', startTime: '16:00' };
  expectStatus(await ask('POST', '/api/calendar-events', event), 201);
  return household;
}

async function addLargePhoto(household: TestHousehold): Promise<void> {
  const ask = household.as('admin');
  const [album] = (await ask('GET', '/api/photo-albums')).body;
  const form = new FormData();
  const bytes = new Uint8Array(await pillPicture(2400, 1600).jpeg().toBuffer());
  form.append('photos', new Blob([bytes], { type: 'image/jpeg' }), 'lake.jpg');
  expectStatus(await ask('POST', `/api/photo-albums/${album.id}/photos`, form), 201);
}

describe('cached responses', () => {
  let ours: TestHousehold;
  let theirs: TestHousehold;
  let ended: TestHousehold;
  beforeAll(async () => {
    ours = await filled();
    theirs = await server.household();
    ended = await server.household();
    for (const role of ['user', 'admin', 'super_admin'] as const)
      expectStatus(await ended.as(role)('POST', '/api/auth/logout'), 200);
  });

  const kept = calls.filter(([, endpoint]) => endpoint.cache !== undefined);

  /** Replaces the placeholder in the path by the id of the household's album. */
  const addressFor = async (path: string, household: TestHousehold) => {
    const [album] = (await household.as('user')('GET', '/api/photo-albums')).body;
    return path.replace('{albumId}', album.id);
  };

  it('more than ten calls are cached', () => {
    expect(kept.length).toBeGreaterThan(10);
  });

  it.each(kept)(
    'the cached response of %s is never sent to another household or an ended session',
    async (_, { method, path: template, who }) => {
      const path = await addressFor(template, ours);
      const role = ROLES.find((one) => mayCall(who, one)) ?? 'admin';
      const first = expectStatus(await ours.as(role)(method, path), 200);
      const again = expectStatus(await ours.as(role)(method, path), 200);
      const known = { 'if-none-match': String(first.headers.etag) };
      expect(again.raw.equals(first.raw)).toBe(true);
      expectStatus(await ours.as(role)(method, path, undefined, known), 304);

      // The path with the other household's item must give 404, and the path with their own item
      // another response.
      if (path !== template)
        expectStatus(await theirs.as(role)(method, path, undefined, known), 404);
      const own = await addressFor(template, theirs);
      const other = expectStatus(await theirs.as(role)(method, own, undefined, known), 200);
      expect(other.headers.etag).not.toBe(first.headers.etag);
      for (const id of new Set(first.raw.toString().match(/[0-9a-f]{8}-[0-9a-f-]{27}/g)))
        expect(other.raw.toString()).not.toContain(id);
      for (const nobody of [server.ask, ended.as(role)]) {
        const refused = expectStatus(await nobody(method, path, undefined, known), 401);
        expect(refused.body).toEqual({ error: 'Please sign in.', code: 'not-signed-in' });
        expect(refused.headers.etag).not.toBe(first.headers.etag);
      }
    },
  );
});

describe('files of a household', () => {
  it('files are served to their household only, and originals to no one', async () => {
    const ours = await filled();
    await addLargePhoto(ours);
    const theirs = await server.household();
    const gone = await server.household();
    expectStatus(await gone.as('user')('POST', '/api/auth/logout'), 200);
    const names: string[] = [];
    for await (const { name } of store.list(ours.accountId)) names.push(name.split('/')[1] ?? '');
    const answers = [];
    for (const name of names) {
      const path = `/uploads/${name}`;
      const mine = await ours.as('user')('GET', path);
      answers.push(mine.status);
      const known = { 'if-none-match': String(mine.headers.etag ?? `"${name}"`) };
      for (const headers of [{}, known, { range: 'bytes=0-9' }]) {
        expectStatus(await theirs.as('super_admin')('GET', path, undefined, headers), 404);
        expectStatus(await gone.as('user')('GET', path, undefined, headers), 401);
        expectStatus(await server.ask('GET', path, undefined, headers), 401);
      }
    }
    // The seven files are four sizes of the large photo, one of the small photo, and one of the
    // pill; the originals give 404.
    expect(answers.sort()).toEqual([200, 200, 200, 200, 200, 404, 404]);
  }, 60_000);
});

describe('the event stream of an open screen', () => {
  const changes = calls.filter(([, { method, who }]) => method !== 'GET' && who !== 'anyone');

  it('a stream receives no change of another household', async () => {
    const theirs = await server.household();
    const line = await follow(url, theirs.cookieOf('user'));
    expect(changes.length).toBeGreaterThan(40);
    for (const [call] of changes) await makeCall(call, await server.household(), server);
    expectStatus(await theirs.as('admin')('PATCH', '/api/settings', { appName: 'Theirs' }), 200);
    expect(await line.next()).toEqual({ changed: ['settings'] });
    line.close();
  }, 120_000);

  it.each([
    ['signs out', (family: TestHousehold) => family.as('user')('POST', '/api/auth/logout')],
    [
      'signs out everywhere',
      (family: TestHousehold) => family.as('user')('POST', '/api/auth/logout-everywhere'),
    ],
    [
      'is signed out by an administrator',
      (family: TestHousehold) =>
        makeCall('DELETE /api/users/{id}/devices/{deviceId}', family, server),
    ],
    ['is removed', (family: TestHousehold) => makeCall('DELETE /api/users/{id}', family, server)],
  ])('the stream ends when its person %s', async (_, end) => {
    const family = await server.household();
    const line = await follow(url, family.cookieOf('user'));
    expect((await end(family)).status).toBeLessThan(300);
    let event = await line.next();
    while (event !== undefined) event = await line.next();
    const after = await follow(url, family.cookieOf('user'));
    expect(after.status).toBe(401);
    after.close();
  });
});
