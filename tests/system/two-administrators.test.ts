import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calendarFeature } from '#features/calendar/server.ts';
import { medicationsFeature, reschedule } from '#features/medications/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { type ContentServer, contentServer } from '#testing/content-server.ts';
import { wholePeopleFeature } from '#testing/people.ts';
import { NO_MAIL } from '#testing/smtp.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';

let server: TestServer;
let content: ContentServer;
beforeAll(async () => {
  content = await contentServer();
  server = await testServer([
    medicationsFeature,
    calendarFeature,
    settingsFeature(reschedule),
    wholePeopleFeature({ ...NO_MAIL, publicUrl: 'http://localhost' }),
  ]);
});
afterAll(async () => {
  await content.close();
  await server.close();
});

type Ask = ReturnType<TestHousehold['as']>;

const MEDICATION = {
  name: 'Warfarin',
  dosage: '2 mg',
  frequency: 'daily',
  times: ['08:00'],
  startDate: '2026-03-01',
};
const EVENT = { title: 'Dentist', eventDate: '2026-03-12' };

interface Thing {
  readonly method: 'PATCH' | 'PUT';
  readonly path: string;
  readonly field: string;
  readonly other: string;
  /** Value to which the second administrator changes the other field. */
  readonly said?: string;
  readonly list?: string;
}

function ofContent(list: string, name: string, url: string, ending: string) {
  return async (ask: Ask): Promise<Thing> => {
    const body = { [name]: 'Roses', [url]: `https://example.org/roses${ending}` };
    const { id } = expectStatus(await ask('POST', list, body), 201).body;
    const said = `https://example.org/trains${ending}`;
    return { method: 'PUT', path: `${list}/${id}`, field: name, other: url, said, list };
  };
}

const CONTENT = {
  video: ofContent('/api/videos', 'title', 'url', '.mp4'),
  playlist: ofContent('/api/playlists', 'name', 'spotifyUrl', '.mp3'),
  article: ofContent('/api/articles', 'title', 'url', ''),
};

const THINGS: Readonly<Record<string, (ask: Ask) => Promise<Thing>>> = {
  async medication(ask) {
    const { body } = await ask('POST', '/api/medications', MEDICATION);
    const path = `/api/medications/${body.id}`;
    return {
      method: 'PATCH',
      path,
      field: 'dosage',
      other: 'instructions',
      list: '/api/medications',
    };
  },
  async event(ask) {
    const { body } = await ask('POST', '/api/calendar-events', EVENT);
    const path = `/api/calendar-events/${body.id}`;
    return {
      method: 'PUT',
      path,
      field: 'title',
      other: 'description',
      list: '/api/calendar-events',
    };
  },
  async settings() {
    return { method: 'PATCH', path: '/api/settings', field: 'appName', other: 'defaultCity' };
  },
  async person(ask) {
    const { body } = await ask('POST', '/api/users', { firstName: 'Rose', lastName: 'Byrd' });
    const path = `/api/users/${body.id}`;
    return { method: 'PUT', path, field: 'firstName', other: 'lastName', list: '/api/users' };
  },
  ...CONTENT,
};

describe.each(Object.entries(THINGS))('two administrators change one %s', (name, make) => {
  const home = () => (name in CONTENT ? content.server : server).household();

  async function one() {
    const household = await home();
    const [anna, ruth] = [household.as('super_admin'), household.as('admin')];
    const thing = await make(anna);
    const { method, path } = thing;
    const change = (ask: Ask, body: object) => ask(method, path, { ...body });
    const present = async () => {
      const { body } = await anna('GET', thing.list ?? path);
      return Array.isArray(body) ? body.find(({ id }) => path.endsWith(id)) : body;
    };
    return { household, anna, ruth, change, present, said: 'mine', ...thing };
  }

  it('the second change gets 409 with the current values, and nothing is overwritten', async () => {
    const { anna, ruth, change, present, field, other, said } = await one();
    const { version } = await present();
    const first = expectStatus(await change(anna, { [field]: 'theirs', version }), 200);
    expect(first.body).toMatchObject({ [field]: 'theirs', version: version + 1 });
    const second = expectStatus(await change(ruth, { [other]: said, version }), 409);
    expect(second.body.current).toMatchObject({ [field]: 'theirs', version: version + 1 });
    expect(second.body.code).toBe('changed-meanwhile');
    expect(await present()).toMatchObject({ [field]: 'theirs', version: version + 1 });
    const again = await change(ruth, { [other]: said, version: version + 1 });
    expect(expectStatus(again, 200).body).toMatchObject({ [field]: 'theirs', [other]: said });
  });

  it('exactly one of several concurrent changes to one version succeeds', async () => {
    const { anna, ruth, change, present, field } = await one();
    const { version } = await present();
    const answers = await Promise.all(
      [anna, ruth, anna, ruth].map((ask, at) => change(ask, { [field]: `word ${at}`, version })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await present()).version).toBe(version + 1);
  });

  it('a change without a version is accepted', async () => {
    const { anna, ruth, change, field, other, said } = await one();
    expectStatus(await change(anna, { [field]: 'theirs' }), 200);
    const answer = expectStatus(await change(ruth, { [other]: said }), 200);
    expect(answer.body).toMatchObject({ [field]: 'theirs', [other]: said });
  });

  it('another household gets 404 without the current values', async () => {
    const { path, method, field, list } = await one();
    if (list === undefined) return;
    const stranger = (await home()).as('admin');
    const answer = await stranger(method, path, { [field]: 'x', version: 77 });
    expect(expectStatus(answer, 404).body).not.toHaveProperty('current');
  });
});

describe('a duplicate medication', () => {
  const again = {
    ...MEDICATION,
    name: ' warfarin ',
    times: ['20:00', '08:00'],
    evenIfThere: false,
  };

  it('a duplicate is refused on request, and accepted when it is confirmed', async () => {
    const household = await server.household();
    const ask = household.as('admin');
    expectStatus(await ask('POST', '/api/medications', { ...MEDICATION, evenIfThere: false }), 201);
    const answer = expectStatus(await ask('POST', '/api/medications', again), 409);
    expect(answer.body).toMatchObject({
      code: 'medication-already-there',
      alreadyThere: { name: 'Warfarin', time: '08:00' },
    });
    expect((await ask('GET', '/api/medications')).body).toHaveLength(1);
    expectStatus(await ask('POST', '/api/medications', { ...again, evenIfThere: true }), 201);
    const { evenIfThere: _, ...asBefore } = again;
    expectStatus(await ask('POST', '/api/medications', asBefore), 201);
  });

  it.each([
    ['another time', { times: ['09:00'] }, {}],
    ['another name', { name: 'Warfarin forte' }, {}],
    ['a paused medication', {}, { isActive: false }],
  ])('a similar medication is accepted: %s', async (_, mine, present) => {
    const household = await server.household();
    const ask = household.as('admin');
    await ask('POST', '/api/medications', { ...MEDICATION, ...present });
    expectStatus(await ask('POST', '/api/medications', { ...again, ...mine }), 201);
  });

  it('a medication for another elder or household is no duplicate', async () => {
    const [household, other] = [await server.household(), await server.household()];
    const ask = household.as('admin');
    const { body } = await ask('POST', '/api/users', { firstName: 'Rose', lastName: 'Byrd' });
    await ask('POST', '/api/medications', { ...MEDICATION, userId: body.id });
    const forOther = { ...again, userId: household.userIds.user };
    expectStatus(await ask('POST', '/api/medications', forOther), 201);
    expectStatus(await other.as('admin')('POST', '/api/medications', again), 201);
  });
});

describe('items for one of two elders', () => {
  it('an item of one elder is on that tablet only, and items of the household on both', async () => {
    const household = await server.household();
    const ask = household.as('admin');
    const name = { firstName: 'Rose', lastName: 'Byrd' };
    const { body: rose } = await ask('POST', '/api/users', name);
    const add = (title: string, userId: string | null) =>
      ask('POST', '/api/calendar-events', { ...EVENT, title, userId });
    await add('For Rose', rose.id);
    await add('For the other', household.userIds.user);
    await add('For everyone', null);
    const titles = async (who: Ask, path = '/api/calendar-events') =>
      (await who('GET', path)).body.map(({ title }: { title: string }) => title).sort();
    const span = '/api/calendar-events?from=2026-03-01&to=2026-03-31';
    expect(await titles(ask)).toEqual(['For Rose', 'For everyone', 'For the other']);
    expect(await titles(household.as('user'))).toEqual(['For everyone', 'For the other']);
    expect(await titles(household.as('user'), span)).toEqual(['For everyone', 'For the other']);
  });

  it('an item cannot be for a person of another household', async () => {
    const [household, other] = [await server.household(), await server.household()];
    const ask = household.as('admin');
    const event = { ...EVENT, userId: other.userIds.user };
    const answer = expectStatus(await ask('POST', '/api/calendar-events', event), 400);
    expect(answer.body.fields).toEqual({ userId: 'This person is not in your household.' });
    const { body } = await ask('POST', '/api/calendar-events', EVENT);
    const path = `/api/calendar-events/${body.id}`;
    expectStatus(await ask('PUT', path, { userId: other.userIds.user }), 400);
  });
});
