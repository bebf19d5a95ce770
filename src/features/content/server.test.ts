import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { content as contentTable } from '#database/schema/content.ts';
import { type ContentServer, contentServer } from '#testing/content-server.ts';
import { type Answer, expectStatus, type TestHousehold } from '#testing/test-server.ts';
import { NO_MUSIC, NO_VIDEO } from './domain/players.ts';
import { SHORT_LINK_UNREAD } from './server/short-links.ts';

let content: ContentServer;
let family: TestHousehold;
beforeAll(async () => {
  content = await contentServer();
});
beforeEach(async () => {
  family = await content.server.household();
});
afterAll(() => content.close());

interface Thing {
  id: string;
  order: number;
}

/** Each kind with its path, field names, a valid address and a second one. */
const KINDS = [
  {
    path: '/api/videos',
    name: 'title',
    url: 'url',
    address: 'https://example.org/garden.mp4',
    other: 'https://example.org/sea.webm',
  },
  {
    path: '/api/playlists',
    name: 'name',
    url: 'spotifyUrl',
    address: 'https://example.org/evening.mp3',
    other: 'https://example.org/morning.m4a',
  },
  {
    path: '/api/articles',
    name: 'title',
    url: 'url',
    address: 'https://www.example.org/roses',
    other: 'https://example.com/trains',
  },
] as const;

const admin = (method: string, path: string, body?: unknown) =>
  family.as('admin')(method, path, body);

async function listed(path: string): Promise<Thing[]> {
  return expectStatus(await family.as('user')('GET', path), 200).body;
}

async function named(path: string, name: string): Promise<unknown[]> {
  const things: Record<string, unknown>[] = (await family.as('user')('GET', path)).body;
  return things.map((thing) => `${thing.order} ${thing[name]}`);
}

describe.each(KINDS)('the endpoints of $path', ({ path, name, url, address, other }) => {
  const add = (title: string): Promise<Answer> =>
    admin('POST', path, { [name]: title, [url]: address });

  async function addThree(): Promise<Thing[]> {
    for (const title of ['one', 'two', 'three']) expectStatus(await add(title), 201);
    return listed(path);
  }

  it('a new entry is added at the end, and an order in the request is ignored', async () => {
    await add('one');
    const answer = await admin('POST', path, { [name]: ' two ', [url]: address, order: 0 });
    expect(expectStatus(answer, 201).body).toMatchObject({
      [name]: 'two',
      [url]: address,
      order: 1,
    });
    expect(await named(path, name)).toEqual(['0 one', '1 two']);
  });

  it('concurrent additions get positions without gaps', async () => {
    await Promise.all(['one', 'two', 'three', 'four'].map(add));
    expect((await listed(path)).map(({ order }) => order)).toEqual([0, 1, 2, 3]);
  });

  it('an update changes the title and the address', async () => {
    const [thing] = await addThree();
    const change = { [name]: 'changed', [url]: other };
    const answer = expectStatus(await admin('PUT', `${path}/${thing?.id}`, change), 200);
    expect(answer.body).toMatchObject({ id: thing?.id, ...change, order: 0 });
    const again = await admin('PUT', `${path}/${thing?.id}`, { [name]: 'again' });
    expect(again.body).toMatchObject({ [name]: 'again', [url]: other });
  });

  it('an update of the order moves the entry', async () => {
    const [first] = await addThree();
    expectStatus(await admin('PUT', `${path}/${first?.id}`, { order: 2 }), 200);
    expect(await named(path, name)).toEqual(['0 two', '1 three', '2 one']);
  });

  it('the whole order can be set, and a list with other ids is refused', async () => {
    const ids = (await addThree()).map(({ id }) => id);
    expectStatus(await admin('PUT', `${path}/order`, { ids: ids.toReversed() }), 200);
    expect(await named(path, name)).toEqual(['0 three', '1 two', '2 one']);
    expectStatus(await admin('PUT', `${path}/order`, { ids: ids.slice(1) }), 409);
    expectStatus(await admin('PUT', `${path}/order`, { ids: [...ids, ids[0]] }), 409);
    expect(await named(path, name)).toEqual(['0 three', '1 two', '2 one']);
  });

  it('the positions have no gap after an entry is deleted', async () => {
    const [, second] = await addThree();
    expectStatus(await admin('DELETE', `${path}/${second?.id}`), 204);
    expect(await named(path, name)).toEqual(['0 one', '1 three']);
    expectStatus(await admin('DELETE', `${path}/${second?.id}`), 404);
  });

  it('another household can neither read nor change an entry', async () => {
    const [first] = await addThree();
    const stranger = (await content.server.household()).as('admin');
    expect((await stranger('GET', path)).body).toEqual([]);
    expectStatus(await stranger('PUT', `${path}/${first?.id}`, { [name]: 'x' }), 404);
    expectStatus(await stranger('DELETE', `${path}/${first?.id}`), 404);
    const ids = (await listed(path)).map(({ id }) => id);
    expectStatus(await stranger('PUT', `${path}/order`, { ids }), 409);
    expect(await named(path, name)).toEqual(['0 one', '1 two', '2 three']);
  });

  it('only administrators can change entries', async () => {
    const body = { [name]: 'one', [url]: address };
    expectStatus(await family.as('user')('POST', path, body), 403);
  });

  it('a change appears in the cached list of a tablet', async () => {
    await listed(path);
    const [first] = await addThree();
    expect(await listed(path)).toHaveLength(3);
    await admin('PUT', `${path}/${first?.id}`, { [name]: 'changed' });
    expect(await named(path, name)).toContain('0 changed');
  });
});

describe('entries that cannot be shown are refused', () => {
  it.each([
    ['/api/videos', 'url', 'https://example.org/page', NO_VIDEO],
    ['/api/videos', 'url', 'javascript:alert(1)', NO_VIDEO],
    ['/api/videos', 'url', '', 'Please enter a video URL'],
    ['/api/playlists', 'spotifyUrl', 'https://example.org/garden.mp4', NO_MUSIC],
    ['/api/playlists', 'spotifyUrl', ' ', 'Please enter a playlist URL'],
    ['/api/articles', 'url', 'ftp://example.org', expect.stringContaining('https://')],
    ['/api/articles', 'url', '', 'Please enter an article URL'],
  ])('POST %s with %s %s is refused with a message', async (path, field, url, sentence) => {
    const title = path === '/api/playlists' ? 'name' : 'title';
    const answer = expectStatus(await admin('POST', path, { [title]: 'one', [field]: url }), 400);
    expect(answer.body.fields).toEqual({ [field]: sentence });
  });

  it('an article without a title is refused', async () => {
    const answer = await admin('POST', '/api/articles', { title: ' ', url: 'https://example.org' });
    expect(expectStatus(answer, 400).body.fields).toEqual({
      title: 'Please enter an article title',
    });
  });

  it('an update with an unplayable address is refused', async () => {
    const { id } = (await admin('POST', '/api/videos', { url: KINDS[0].address })).body;
    expectStatus(await admin('PUT', `/api/videos/${id}`, { url: 'https://example.org/' }), 400);
  });
});

it('a household can have at most 500 entries of one kind', async () => {
  const { accountId } = family;
  const rows = Array.from({ length: 499 }, (_, order) => {
    const about = { kind: 'articles', title: 'Roses', url: KINDS[2].address } as const;
    return { ...about, id: randomUUID(), accountId, order, createdAt: new Date(0) };
  });
  await content.server.database.inHousehold(accountId, (db) =>
    db.insert(contentTable).values(rows),
  );
  const body = { title: 'Trains', url: KINDS[2].other };
  expect(expectStatus(await admin('POST', '/api/articles', body), 201).body.order).toBe(499);
  const answer = expectStatus(await admin('POST', '/api/articles', body), 409);
  expect(answer.body.error).toBe('There is room for 500. Please delete one first.');
  const video = await admin('POST', '/api/videos', { url: KINDS[0].address });
  expect(expectStatus(video, 201).body.order).toBe(0);
});

it('the source of an article is its host', async () => {
  const answer = await admin('POST', '/api/articles', { title: 'Roses', url: KINDS[2].address });
  expect(answer.body.source).toBe('example.org');
  const changed = await admin('PUT', `/api/articles/${answer.body.id}`, { url: KINDS[2].other });
  expect(changed.body.source).toBe('example.com');
});

describe('the address of a pasted playlist link', () => {
  const SPOTIFY = 'https://open.spotify.com/playlist/37i9dQZF1DXcBWIGoYBM5M';
  const add = (spotifyUrl: string) => admin('POST', '/api/playlists', { name: 'one', spotifyUrl });

  it.each([
    'spotify:playlist:37i9dQZF1DXcBWIGoYBM5M',
    `Evening ${SPOTIFY}\u200b`,
    `<iframe src="${SPOTIFY}"></iframe>`,
  ])('a pasted %j is stored as a web address', async (pasted) => {
    expect(expectStatus(await add(pasted), 201).body.spotifyUrl).toBe(SPOTIFY);
  });

  it.each([
    ['redirects', { status: 307, headers: { Location: `${SPOTIFY}?si=1` }, body: '' }, '?si=1'],
    ['answers with a page', { body: `<script>location = '${SPOTIFY}'</script>` }, ''],
  ])('a spotify.link address that %s is stored as its target', async (_how, said, end) => {
    content.world['spotify.link/abc'] = said;
    expect(expectStatus(await add('https://spotify.link/abc'), 201).body.spotifyUrl).toBe(
      `${SPOTIFY}${end}`,
    );
  });

  it('a spotify.link address that cannot be resolved is refused with instructions', async () => {
    const answer = expectStatus(await add('https://spotify.link/gone'), 400);
    expect(answer.body.fields).toEqual({ spotifyUrl: SHORT_LINK_UNREAD });
  });
});
