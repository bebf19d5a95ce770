import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#platform/shared/durations.ts';
import { type ContentServer, contentServer, thumbnail } from '#testing/content-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

const YOUTUBE = 'https://www.youtube.com/watch?v=Qm846KdZN_c';
const VIMEO = 'https://vimeo.com/76979871';

let content: ContentServer;
let family: TestHousehold;
beforeAll(async () => {
  content = await contentServer();
});
beforeEach(async () => {
  for (const name of Object.keys(content.world)) delete content.world[name];
  content.asked.length = 0;
  family = await content.server.household();
});
afterAll(() => content.close());

const admin = (method: string, path: string, body?: unknown) =>
  family.as('admin')(method, path, body);

async function added(body: unknown, path = '/api/videos') {
  return expectStatus(await admin('POST', path, body), 201).body;
}

async function isShown(address: string): Promise<boolean> {
  return (await family.as('user')('GET', address)).status === 200;
}

/** Lets YouTube and Vimeo answer, each with a picture. */
async function tellOfVideos(): Promise<void> {
  Object.assign(content.world, {
    'www.youtube.com/oembed': {
      body: { title: 'Birds\u0007 of the Garden', thumbnail_url: 'https://i.ytimg.com/birds.jpg' },
    },
    'i.ytimg.com/birds.jpg': await thumbnail(),
    'vimeo.com/api/oembed.json': {
      body: { title: 'Trains', duration: 1085, thumbnail_url: 'https://i.vimeocdn.com/t.jpg' },
    },
    'i.vimeocdn.com/t.jpg': await thumbnail(),
  });
}

describe('the details of a new video', () => {
  it('a video gets the title and picture of its provider, stored on this server', async () => {
    await tellOfVideos();
    const video = await added({ url: YOUTUBE });
    expect(video).toMatchObject({ title: 'Birds of the Garden', duration: null });
    expect(video.thumbnailUrl).toMatch(/^\/uploads\/[0-9a-f]{64}\.webp$/);
    expect(await isShown(video.thumbnailUrl)).toBe(true);
    const [about] = content.asked;
    expect(about).toContain(`url=${encodeURIComponent(YOUTUBE)}`);
  });

  it('a video gets its duration if the provider reports it', async () => {
    await tellOfVideos();
    expect(await added({ url: VIMEO })).toMatchObject({ title: 'Trains', duration: '18:05' });
  });

  it('a given title is kept', async () => {
    await tellOfVideos();
    expect(await added({ url: YOUTUBE, title: 'Our birds' })).toMatchObject({ title: 'Our birds' });
  });

  it.each([
    ['does not know it', {}],
    ['does not answer with JSON', { 'www.youtube.com/oembed': { body: '<html>' } }],
    ['answers with an invalid title', { 'www.youtube.com/oembed': { body: { title: 7 } } }],
    ['fails', { 'www.youtube.com/oembed': { status: 500, body: { title: 'Error' } } }],
  ])("a video is called 'Untitled Video' when the provider %s", async (_what, world) => {
    Object.assign(content.world, world);
    expect(await added({ url: YOUTUBE })).toMatchObject({
      title: 'Untitled Video',
      duration: null,
      thumbnailUrl: null,
    });
  });

  it('a video is added without a title when the provider does not answer in time', async () => {
    const impatient = await contentServer({ patienceMs: 50 });
    impatient.world['www.youtube.com/oembed'] = 'silence';
    const admin = (await impatient.server.household()).as('admin');
    const answer = await admin('POST', '/api/videos', { url: YOUTUBE });
    expect(expectStatus(answer, 201).body).toMatchObject({ title: 'Untitled Video' });
    await impatient.close();
  });

  it.each([
    ['is not a picture', { type: 'image/jpeg', body: 'no picture' }],
    ['has an unsupported type', { type: 'image/svg+xml', body: '<svg/>' }],
    ['is too large', { type: 'image/jpeg', body: Buffer.alloc(5_000_001) }],
  ])('a video has no picture when its file %s', async (_what, said) => {
    await tellOfVideos();
    content.world['i.ytimg.com/birds.jpg'] = said;
    const video = await added({ url: YOUTUBE });
    expect(video).toMatchObject({ title: 'Birds of the Garden', thumbnailUrl: null });
  });
});

describe('the details of a changed video', () => {
  it('a video gets title, duration and picture of its new address', async () => {
    await tellOfVideos();
    const video = await added({ url: YOUTUBE });
    const answer = await admin('PUT', `/api/videos/${video.id}`, { title: '', url: VIMEO });
    const changed = expectStatus(answer, 200).body;
    expect(changed).toMatchObject({ title: 'Trains', duration: '18:05' });
    expect(changed.thumbnailUrl).not.toBe(video.thumbnailUrl);
  });

  it('a change of the title keeps the picture, without a request to the provider', async () => {
    await tellOfVideos();
    const video = await added({ url: YOUTUBE });
    content.asked.length = 0;
    const change = { title: 'Our birds', url: YOUTUBE };
    const changed = (await admin('PUT', `/api/videos/${video.id}`, change)).body;
    expect(changed.thumbnailUrl).toBe(video.thumbnailUrl);
    expect(content.asked).toEqual([]);
  });
});

describe('the picture file of a video', () => {
  async function daysLater(): Promise<void> {
    content.server.clock.advance(2 * DAY_MS);
    await content.server.jobs('pictures that nothing names');
  }

  it('the picture is deleted after its video', async () => {
    await tellOfVideos();
    const { id, thumbnailUrl } = await added({ url: YOUTUBE });
    await daysLater();
    expect(await isShown(thumbnailUrl)).toBe(true);
    expectStatus(await admin('DELETE', `/api/videos/${id}`), 204);
    await daysLater();
    expect(await isShown(thumbnailUrl)).toBe(false);
  });

  it('the picture is kept while another video uses it', async () => {
    await tellOfVideos();
    const { id, thumbnailUrl } = await added({ url: YOUTUBE });
    await added({ url: YOUTUBE });
    await admin('DELETE', `/api/videos/${id}`);
    await daysLater();
    await daysLater();
    expect(await isShown(thumbnailUrl)).toBe(true);
  });

  it('the picture is deleted after the address of the video changes', async () => {
    await tellOfVideos();
    const { id, thumbnailUrl } = await added({ url: YOUTUBE });
    await admin('PUT', `/api/videos/${id}`, { url: VIMEO });
    await daysLater();
    expect(await isShown(thumbnailUrl)).toBe(false);
  });
});

describe('the details of a new playlist', () => {
  it.each([
    [
      'Spotify',
      'https://open.spotify.com/playlist/37i9dQZF1DXcBWIGoYBM5M',
      'open.spotify.com/oembed',
      { title: 'Evening' },
      { name: 'Evening', trackCount: null },
    ],
    [
      'Deezer',
      'https://www.deezer.com/us/playlist/1313621735',
      'api.deezer.com/playlist/1313621735',
      { title: 'Evening', nb_tracks: 24 },
      { name: 'Evening', trackCount: 24 },
    ],
    [
      'SoundCloud',
      'https://soundcloud.com/someone/sets/evening',
      'soundcloud.com/oembed',
      { title: 'Evening' },
      { name: 'Evening', trackCount: null },
    ],
  ])('a playlist gets its name from %s', async (_provider, spotifyUrl, address, body, expected) => {
    content.world[address] = { body };
    expect(await added({ spotifyUrl }, '/api/playlists')).toMatchObject(expected);
  });

  it("a playlist without a provider is called 'Untitled Playlist'", async () => {
    const spotifyUrl = 'https://example.org/evening.mp3';
    const playlist = await added({ spotifyUrl }, '/api/playlists');
    expect(playlist).toMatchObject({ name: 'Untitled Playlist', trackCount: null });
    expect(content.asked).toEqual([]);
  });
});
