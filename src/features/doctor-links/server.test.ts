import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { subscriptions, users } from '#database/schema/households.ts';
import { addPerson } from '#features/accounts/server/household.ts';
import { auditFeature } from '#features/audit/server.ts';
import { awayFeature } from '#features/away/server.ts';
import { measureFeatures } from '#features/measures/server.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { zoneOffsets } from '#platform/shared/zone-offsets.ts';
import { addMedication, logDose } from '#testing/care.ts';
import { pillPicture } from '#testing/hostile-pictures.ts';
import { type PictureServer, pictureServer, upload } from '#testing/picture-server.ts';
import { expectStatus, type TestHousehold, type TestServer } from '#testing/test-server.ts';
import { doctorLinksFeature } from './server.ts';

let pictures: PictureServer;
let server: TestServer;
let home: TestHousehold;
beforeAll(async () => {
  pictures = await pictureServer({}, undefined, ({ store }) => [
    auditFeature,
    awayFeature,
    doctorLinksFeature(store),
    ...measureFeatures,
  ]);
  server = pictures.server;
});
beforeEach(async () => {
  server.clock.set('2026-03-10T12:05:00Z');
  home = await server.household();
});
afterAll(() => pictures.close());

const make = (fields: object = {}) =>
  home.as('admin')('POST', '/api/doctor-links', { userId: home.userIds.user, ...fields });
const made = async (fields: object = {}) => expectStatus(await make(fields), 201).body;
const tokenOf = ({ url }: { url: string }) => new URL(url).searchParams.get('token') ?? '';
const open = (token: string) => server.ask('GET', `/api/doctor-links/${token}/page`);
const list = async () => expectStatus(await home.as('admin')('GET', '/api/doctor-links'), 200).body;

/** Adds another elder to the household; returns their id. */
function addTom(): Promise<string | undefined> {
  const { accountId } = home;
  return server.database.asSystem((db) => {
    const person = { accountId, role: 'user', firstName: 'Tom', lastName: 'K.' } as const;
    return addPerson(db, { ...person, createdAt: server.clock.now() });
  });
}

async function trail(): Promise<string[]> {
  const { body } = expectStatus(await home.as('super_admin')('GET', '/api/audit'), 200);
  return body
    .map(({ action }: { action: string }) => action)
    .filter((action: string) => action.startsWith('doctor-link'));
}

it('a link shows the page of one elder only', async () => {
  const id = await addMedication(home, { times: ['08:00'], dosage: '10 mg', pillImageUrl: null });
  await logDose(home, id, '2026-03-10T12:00:00Z');
  const link = await made();
  expect(link.url).toMatch(/^http.*\/for-the-doctor\?token=[\w-]{40,}$/);
  const page = expectStatus(await open(tokenOf(link)), 200).body;
  expect(Object.keys(page).sort()).toEqual([
    'adherence',
    'away',
    'expiresAt',
    'measures',
    'medications',
    'name',
    'notes',
    'timezone',
    'timezoneOffsets',
  ]);
  expect(page).toMatchObject({
    name: 'Ada user',
    timezone: 'America/New_York',
    timezoneOffsets: zoneOffsets('America/New_York', server.clock.now()),
    expiresAt: '2026-03-17T12:05:00.000Z',
    medications: [{ name: 'Lisinopril', dosage: '10 mg' }],
    adherence: [{ date: '2026-03-10', due: 1, taken: 1 }],
  });
});

it('the page contains no id of a person, medication, value or note', async () => {
  const elder = home.userIds.user;
  const admin = home.as('admin');
  const own = await addMedication(home, { times: ['08:00'], pillImageUrl: null });
  const second = await addMedication(home, { times: ['09:00'], name: 'Metformin', userId: elder });
  await logDose(home, own, '2026-03-10T12:00:00Z');
  const value = { userId: elder, kind: 'weight', unit: 'kg', first: 61, id: randomUUID() };
  expectStatus(await admin('POST', '/api/measure-values', value), 201);
  const note = { userId: elder, date: '2026-03-10', text: 'Slept well.' };
  const noted = expectStatus(await admin('POST', '/api/day-notes', note), 201).body;
  const page = expectStatus(await open(tokenOf(await made())), 200).body;
  const text = JSON.stringify(page);
  const ids = [...Object.values(home.userIds), home.accountId, own, second, value.id, noted.id];
  expect(ids.filter((id) => text.includes(id))).toEqual([]);
  expect(text).not.toContain('Ada admin');
  const numberOfFirst = page.medications.find(
    ({ name }: { name: string }) => name === 'Lisinopril',
  ).id;
  expect(page.adherence[0]).toMatchObject({ name: 'Lisinopril', medicationId: numberOfFirst });
  const numbers = [...page.medications, ...page.measures, ...page.notes].map(({ id }) => id);
  expect(numbers.sort()).toEqual(['1', '2', '3', '4']);
});

it('openings are logged once an hour in the audit log and counted each time in the list', async () => {
  const token = tokenOf(await made());
  server.clock.advance(1000);
  expect(await list()).toMatchObject([{ openings: 0, openedAt: null, madeBy: 'Ada admin' }]);
  expectStatus(await open(token), 200);
  server.clock.advance(60_000);
  expectStatus(await open(token), 200);
  expect(await list()).toMatchObject([{ openings: 2, openedAt: '2026-03-10T12:06:01.000Z' }]);
  expect(await trail()).toEqual(['doctor-link-opened', 'doctor-link-made']);
  server.clock.advance(3_600_000);
  expectStatus(await open(token), 200);
  expect(await trail()).toHaveLength(3);
});

it('a link expires exactly on time, and its row is deleted', async () => {
  const token = tokenOf(await made({ days: 1 }));
  server.clock.advance(DAY_MS - 1);
  expectStatus(await open(token), 200);
  server.clock.advance(1);
  expect(expectStatus(await open(token), 404).body.code).toBe('doctor-link-over');
  expect(await list()).toEqual([]);
  await server.jobs('doctor links');
  expectStatus(await open(token), 404);
});

it('any administrator can end a link at once', async () => {
  const link = await made();
  server.clock.advance(1000);
  const end = () => home.as('super_admin')('DELETE', `/api/doctor-links/${link.id}`);
  expectStatus(await end(), 204);
  expectStatus(await open(tokenOf(link)), 404);
  expectStatus(await end(), 404);
  expect(await trail()).toEqual(['doctor-link-ended', 'doctor-link-made']);
});

it('another household can neither list nor end a link, and its data is not on the page', async () => {
  const other = await server.household();
  await addMedication(other, { times: ['08:00'], name: 'Theirs' });
  const link = await made();
  expectStatus(await other.as('admin')('DELETE', `/api/doctor-links/${link.id}`), 404);
  expect(expectStatus(await other.as('admin')('GET', '/api/doctor-links'), 200).body).toEqual([]);
  expect(expectStatus(await open(tokenOf(link)), 200).body.medications).toEqual([]);
  const theirs = { userId: other.userIds.user };
  expectStatus(await make(theirs), 404);
});

it('the page shows neither doses nor away periods of another elder', async () => {
  const userId = (await addTom()) ?? '';
  const theirs = await addMedication(home, { times: ['08:00'], name: 'Theirs', userId });
  const said = { medicationId: theirs, scheduledTime: '2026-03-10T12:00:00.000Z', status: 'taken' };
  expectStatus(await home.as('admin')('POST', '/api/medication-logs', said), 201);
  const own = await addMedication(home, { times: ['08:00'], userId: home.userIds.user });
  await logDose(home, own, '2026-03-10T12:00:00Z');
  const times = { startTime: '00:00', endTime: '00:00', note: '' };
  for (const [whose, startDate, endDate] of [
    [userId, '2026-03-20', '2026-03-21'],
    [home.userIds.user, '2026-03-22', '2026-03-23'],
    ['system', '2026-03-24', '2026-03-25'],
  ]) {
    const body = { userId: whose, startDate, endDate, ...times };
    expectStatus(await home.as('admin')('POST', '/api/away', body), 201);
  }
  const page = expectStatus(await open(tokenOf(await made())), 200).body;
  const days: { medicationId: string }[] = page.adherence;
  expect(page.medications).toHaveLength(1);
  expect([...new Set(days.map(({ medicationId }) => medicationId))]).toEqual([
    page.medications[0].id,
  ]);
  const begins = page.away.map(({ startDate }: { startDate: string }) => startDate);
  expect(begins.sort()).toEqual(['2026-03-22', '2026-03-24']);
});

it('a link cannot be opened if its maker is no administrator any more or the subscription is expired', async () => {
  const token = tokenOf(await made({ days: 30 }));
  const role = (to: string) =>
    server.database.asSystem((db) =>
      db.update(users).set({ role: to }).where(eq(users.id, home.userIds.admin)),
    );
  await role('user');
  expect(expectStatus(await open(token), 404).body.code).toBe('doctor-link-over');
  await role('admin');
  expectStatus(await open(token), 200);
  await server.database.asSystem((db) =>
    db
      .update(subscriptions)
      .set({ status: 'canceled', endsAt: server.clock.now() })
      .where(eq(subscriptions.accountId, home.accountId)),
  );
  server.clock.advance(4 * DAY_MS);
  expect(expectStatus(await open(token), 403).body.code).toBe('subscription-expired');
});

it('a link can be made for an elder only, with one of three durations', async () => {
  expectStatus(await make({ userId: home.userIds.admin }), 404);
  expectStatus(await make({ days: 365 }), 400);
  expectStatus(await make({ userId: 'rose' }), 400);
  expectStatus(await home.as('user')('POST', '/api/doctor-links', {}), 403);
});

it('a household can have at most twenty links', async () => {
  for (let count = 0; count < 20; count += 1) await made();
  expect(expectStatus(await make(), 409).body.code).toBe('doctor-links-full');
  expect(await list()).toHaveLength(20);
});

it('guessing tokens is rate-limited', async () => {
  let status = 404;
  for (let count = 0; count < 200 && status === 404; count += 1) {
    status = (await open(`nobody${count}`)).status;
  }
  expect(status).toBe(429);
});

describe('the photos of pills on the page', () => {
  const uploaded = async (household: TestHousehold, width: number): Promise<string> => {
    const bytes = await pillPicture(width, 40).png().toBuffer();
    return expectStatus(await upload(household, bytes), 201).body.imageUrl;
  };
  const pill = async (household: TestHousehold, width: number, fields: object = {}) => {
    const imageUrl = await uploaded(household, width);
    await addMedication(household, { times: ['08:00'], pillImageUrl: imageUrl, ...fields });
    return imageUrl.replace('/uploads/', '');
  };
  const picture = (token: string, filename: string) =>
    server.ask('GET', `/api/doctor-links/${token}/pictures/${filename}`);

  it('photos are available with the page, do not count as openings, and end with the link', async () => {
    const filename = await pill(home, 41);
    const link = await made({ days: 1 });
    const { medications } = expectStatus(await open(tokenOf(link)), 200).body;
    expect(medications[0].pillImageUrl).toBe(
      `/api/doctor-links/${tokenOf(link)}/pictures/${filename}`,
    );
    const shown = expectStatus(await server.ask('GET', medications[0].pillImageUrl), 200);
    expect(shown.headers['content-type']).toBe('image/webp');
    expect(shown.headers['cache-control']).toBe('private, max-age=300');
    expect(await list()).toMatchObject([{ openings: 1 }]);
    server.clock.advance(DAY_MS);
    const over = expectStatus(await picture(tokenOf(link), filename), 404);
    expect(over.body.code).toBe('doctor-link-over');
  });

  it('photos of other pills are not available', async () => {
    const other = await server.household();
    const theirs = await pill(other, 42);
    const ofTom = await pill(home, 43, { userId: await addTom() });
    const gone = await pill(home, 44, { name: 'Gone' });
    const [{ id }] = (await home.as('admin')('GET', '/api/medications')).body.filter(
      ({ name }: { name: string }) => name === 'Gone',
    );
    await home.as('admin')('DELETE', `/api/medications/${id}`);
    const unused = await uploaded(home, 45);
    const token = tokenOf(await made());
    for (const filename of [theirs, ofTom, gone, unused.replace('/uploads/', ''), 'nothing']) {
      expect(expectStatus(await picture(token, filename), 404).body.code).toBe('not-found');
    }
  });
});
