import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ContentServer, contentServer } from '#testing/content-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';
import { WRONG_DURATION } from '../domain/duration.ts';
import { WRONG_TRACK_COUNT } from '../domain/track-count.ts';

const YOUTUBE = 'https://www.youtube.com/watch?v=Qm846KdZN_c';
const VIMEO = 'https://vimeo.com/76979871';
const SPOTIFY = 'https://open.spotify.com/playlist/37i9dQZF1DXcBWIGoYBM5M';
const DEEZER = 'https://www.deezer.com/us/playlist/1313621735';

let content: ContentServer;
let family: TestHousehold;
beforeAll(async () => {
  content = await contentServer();
});
beforeEach(async () => {
  for (const name of Object.keys(content.world)) delete content.world[name];
  Object.assign(content.world, {
    'www.youtube.com/oembed': { body: { title: 'Birds' } },
    'vimeo.com/api/oembed.json': { body: { title: 'Trains', duration: 1085 } },
    'open.spotify.com/oembed': { body: { title: 'Evening' } },
    'api.deezer.com/playlist/1313621735': { body: { title: 'Morning', nb_tracks: 30 } },
  });
  family = await content.server.household();
});
afterAll(() => content.close());

const admin = (method: string, path: string, body?: unknown) =>
  family.as('admin')(method, path, body);

async function added(path: string, body: object) {
  return expectStatus(await admin('POST', path, body), 201).body;
}

const video = (body: object) => added('/api/videos', body);
const playlist = (body: object) => added('/api/playlists', body);

async function changed(path: string, body: object) {
  return expectStatus(await admin('PUT', path, body), 200).body;
}

const tell = (id: string, url: string, seconds: number) =>
  family.as('user')('PUT', `/api/videos/${id}/duration`, { url, seconds });

async function durations(): Promise<unknown[]> {
  const videos = (await family.as('user')('GET', '/api/videos')).body;
  return videos.map(({ duration }: { duration: unknown }) => duration);
}

describe('PUT /api/videos/{id}/duration from a player', () => {
  it('the duration is stored and appears in the cached lists of the household', async () => {
    const { id } = await video({ url: YOUTUBE });
    expect(await durations()).toEqual([null]);
    expectStatus(await tell(id, YOUTUBE, 760), 204);
    expect(await durations()).toEqual(['12:40']);
    expect((await admin('GET', '/api/videos')).body[0].duration).toBe('12:40');
  });

  it('a second report does not change the duration', async () => {
    const { id } = await video({ url: YOUTUBE });
    await tell(id, YOUTUBE, 760);
    expectStatus(await tell(id, YOUTUBE, 15), 204);
    expect(await durations()).toEqual(['12:40']);
  });

  it('a report does not replace the duration of the family or the provider', async () => {
    const ours = await video({ url: YOUTUBE, duration: '9:48' });
    const theirs = await video({ url: VIMEO });
    expectStatus(await tell(ours.id, YOUTUBE, 760), 204);
    expectStatus(await tell(theirs.id, VIMEO, 760), 204);
    expect(await durations()).toEqual(['9:48', '18:05']);
  });

  it('a report for another address is ignored', async () => {
    const { id } = await video({ url: YOUTUBE });
    expectStatus(await tell(id, 'https://www.youtube.com/watch?v=aaaaaaaaaaa', 760), 204);
    expect(await durations()).toEqual([null]);
  });

  it('a report does not change the version, so that an open form can be saved', async () => {
    const { id, version } = await video({ url: YOUTUBE });
    await tell(id, YOUTUBE, 760);
    const after = await changed(`/api/videos/${id}`, { title: 'Our birds', version });
    expect(after).toMatchObject({ title: 'Our birds', duration: '12:40' });
  });

  it.each([0, -1, 1.5, 86_401, 1e12])('a report of %d seconds is refused', async (seconds) => {
    const { id } = await video({ url: YOUTUBE });
    expectStatus(await tell(id, YOUTUBE, seconds), 400);
    expect(await durations()).toEqual([null]);
  });

  it('a report for a deleted video is refused', async () => {
    const { id } = await video({ url: YOUTUBE });
    await admin('DELETE', `/api/videos/${id}`);
    expectStatus(await tell(id, YOUTUBE, 760), 404);
  });
});

describe('the duration entered by the family', () => {
  it('the duration is normalized and can be changed and removed', async () => {
    const { id, duration } = await video({ url: YOUTUBE, duration: '90:00' });
    expect(duration).toBe('1:30:00');
    expect(await changed(`/api/videos/${id}`, { duration: '12:40' })).toMatchObject({
      title: 'Birds',
      duration: '12:40',
    });
    expect((await changed(`/api/videos/${id}`, { title: 'Ours' })).duration).toBe('12:40');
    expect((await changed(`/api/videos/${id}`, { duration: null })).duration).toBeNull();
  });

  it("the duration of the family has priority over the provider's", async () => {
    expect((await video({ url: VIMEO, duration: '1:00' })).duration).toBe('1:00');
  });

  it('the duration is kept when the title is fetched again, and replaced with the address', async () => {
    const { id } = await video({ url: YOUTUBE, duration: '12:40' });
    expect((await changed(`/api/videos/${id}`, { title: '' })).duration).toBe('12:40');
    expect((await changed(`/api/videos/${id}`, { url: VIMEO })).duration).toBe('18:05');
    expect((await changed(`/api/videos/${id}`, { url: YOUTUBE })).duration).toBeNull();
    const both = await changed(`/api/videos/${id}`, { url: VIMEO, duration: '2:00' });
    expect(both.duration).toBe('2:00');
  });

  it.each(['12', '12:60', 'long', '25:00:00', ''])(
    'the duration %j is refused',
    async (duration) => {
      const answer = await admin('POST', '/api/videos', { url: YOUTUBE, duration });
      expect(expectStatus(answer, 400).body.fields).toEqual({ duration: WRONG_DURATION });
    },
  );
});

describe('the number of tracks entered by the family', () => {
  it('the number of tracks is stored and can be changed and removed', async () => {
    const { id, trackCount } = await playlist({ spotifyUrl: SPOTIFY, trackCount: 24 });
    expect(trackCount).toBe(24);
    const path = `/api/playlists/${id}`;
    expect(await changed(path, { trackCount: 25 })).toMatchObject({
      name: 'Evening',
      trackCount: 25,
    });
    expect((await changed(path, { name: 'Ours' })).trackCount).toBe(25);
    expect((await changed(path, { name: '' })).trackCount).toBe(25);
    expect((await changed(path, { trackCount: null })).trackCount).toBeNull();
  });

  it("the number of tracks has priority over the provider's until the address changes", async () => {
    const { id, trackCount } = await playlist({ spotifyUrl: DEEZER, trackCount: 12 });
    expect(trackCount).toBe(12);
    const path = `/api/playlists/${id}`;
    expect((await changed(path, { spotifyUrl: SPOTIFY })).trackCount).toBeNull();
    expect((await changed(path, { spotifyUrl: DEEZER })).trackCount).toBe(30);
  });

  it.each([0, -1, 2.5, 10_001, '24'])('the number of tracks %j is refused', async (trackCount) => {
    const answer = await admin('POST', '/api/playlists', { spotifyUrl: SPOTIFY, trackCount });
    expect(expectStatus(answer, 400).body.fields).toEqual({ trackCount: WRONG_TRACK_COUNT });
  });
});
