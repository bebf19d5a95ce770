import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#platform/shared/durations.ts';
import { type ContentServer, contentServer, thumbnail } from '#testing/content-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

const SPOTIFY = 'https://open.spotify.com/playlist/37i9dQZF1DXcBWIGoYBM5M';
const SOUNDCLOUD = 'https://soundcloud.com/someone/sets/evening';
const LIST = 'https://www.youtube.com/playlist?list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf';
const DEEZER = 'https://www.deezer.com/us/';
const ROSES = 'https://www.gardens.example/late/roses';
const TRAINS = 'https://rail.example/trains';

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

async function added(path: string, body: object) {
  return expectStatus(await admin('POST', path, body), 201).body;
}

const playlist = (spotifyUrl: string) => added('/api/playlists', { spotifyUrl });
const article = (url: string) => added('/api/articles', { title: 'Roses', url });

async function changed(path: string, body: object) {
  return expectStatus(await admin('PUT', path, body), 200).body;
}

async function isShown(address: string): Promise<boolean> {
  return (await family.as('user')('GET', address)).status === 200;
}

async function daysLater(): Promise<void> {
  content.server.clock.advance(2 * DAY_MS);
  await content.server.jobs('pictures that nothing names');
}

const OURS = expect.stringMatching(/^\/uploads\/[0-9a-f]{64}\.webp$/);
const COVER = 'https://pictures.example/cover.jpg';

const giveCover = async () => {
  content.world['pictures.example/cover.jpg'] = await thumbnail();
};

const page = (head: string) => ({ body: `<html><head>${head}</head><body>Roses</body></html>` });

const SAID = page(
  '<meta property="og:site_name" content="Garden Weekly"><meta property="og:image" content="/p/roses.jpg">',
);

async function giveRoses(): Promise<void> {
  content.world['www.gardens.example/late/roses'] = SAID;
  content.world['www.gardens.example/p/roses.jpg'] = await thumbnail();
}

describe('the picture of a playlist', () => {
  it.each([
    ['Spotify', SPOTIFY, 'open.spotify.com/oembed', { thumbnail_url: COVER }],
    ['SoundCloud', SOUNDCLOUD, 'soundcloud.com/oembed', { thumbnail_url: COVER }],
    ['YouTube', LIST, 'www.youtube.com/oembed', { thumbnail_url: COVER }],
    ['Deezer', `${DEEZER}playlist/7`, 'api.deezer.com/playlist/7', { picture_big: COVER }],
    ['Deezer', `${DEEZER}album/7`, 'api.deezer.com/album/7', { cover_big: COVER }],
    ['Deezer', `${DEEZER}track/7`, 'api.deezer.com/track/7', { album: { cover_big: COVER } }],
  ])(
    "a playlist of %s has the provider's picture, stored on this server: %s",
    async (_provider, url, address, body) => {
      content.world[address] = { body: { title: 'Evening', ...body } };
      await giveCover();
      const { thumbnailUrl } = await playlist(url);
      expect(thumbnailUrl).toEqual(OURS);
      expect(await isShown(thumbnailUrl)).toBe(true);
    },
  );

  it('a playlist has no picture if the provider has none or it cannot be fetched', async () => {
    content.world['open.spotify.com/oembed'] = { body: { title: 'Evening' } };
    expect((await playlist(SPOTIFY)).thumbnailUrl).toBeNull();
    content.world['open.spotify.com/oembed'] = { body: { title: 'Evening', thumbnail_url: COVER } };
    expect(await playlist(SPOTIFY)).toMatchObject({ name: 'Evening', thumbnailUrl: null });
    expect((await playlist('https://example.org/evening.mp3')).thumbnailUrl).toBeNull();
  });
});

describe('the picture and source of an article', () => {
  it("an article has its page's picture and the name of its site", async () => {
    await giveRoses();
    const { source, thumbnailUrl } = await article(ROSES);
    expect(source).toBe('Garden Weekly');
    expect(thumbnailUrl).toEqual(OURS);
    expect(await isShown(thumbnailUrl)).toBe(true);
    const [shown] = (await family.as('user')('GET', '/api/articles')).body;
    expect(shown).toMatchObject({ source, thumbnailUrl });
  });

  it.each([
    ['has no metadata', page('<title>Roses</title>')],
    ['is missing', { status: 404, ...SAID }],
    ['is not HTML', { type: 'application/pdf', body: '%PDF' }],
    ['is too large', { body: `${SAID.body}${' '.repeat(2_000_001)}` }],
    ['has a picture with a file URL', page('<meta property="og:image" content="file:///a">')],
    ['has a picture with an invalid URL', page('<meta property="og:image" content="http://">')],
  ])('an article has its host as source and no picture when its page %s', async (_what, said) => {
    await giveRoses();
    content.world['www.gardens.example/late/roses'] = said;
    expect(await article(ROSES)).toMatchObject({
      title: 'Roses',
      source: 'gardens.example',
      thumbnailUrl: null,
    });
  });

  it('an article is added without details when its site does not answer in time', async () => {
    const impatient = await contentServer({ patienceMs: 50 });
    impatient.world['www.gardens.example/late/roses'] = 'silence';
    const ask = (await impatient.server.household()).as('admin');
    const answer = await ask('POST', '/api/articles', { title: 'Roses', url: ROSES });
    expect(expectStatus(answer, 201).body.source).toBe('gardens.example');
    await impatient.close();
  });

  it('a change of the title keeps picture and source, without a request to the site', async () => {
    await giveRoses();
    const { id, source, thumbnailUrl } = await article(ROSES);
    content.asked.length = 0;
    const after = await changed(`/api/articles/${id}`, { title: 'Our roses', url: ROSES });
    expect(after).toMatchObject({ title: 'Our roses', source, thumbnailUrl });
    expect(content.asked).toEqual([]);
  });

  it('a change of the address fetches the new picture and source', async () => {
    await giveRoses();
    content.world['rail.example/trains'] = page('');
    const { id, thumbnailUrl } = await article(ROSES);
    const after = await changed(`/api/articles/${id}`, { url: TRAINS });
    expect(after).toMatchObject({ source: 'rail.example', thumbnailUrl: null });
    await daysLater();
    expect(await isShown(thumbnailUrl)).toBe(false);
  });
});

describe('a picture that several entries share', () => {
  it('a shared picture is deleted with the last entry that uses it', async () => {
    content.world['open.spotify.com/oembed'] = { body: { thumbnail_url: COVER } };
    content.world['www.gardens.example/late/roses'] = page(
      `<meta property="og:image" content="${COVER}">`,
    );
    await giveCover();
    const music = await playlist(SPOTIFY);
    const text = await article(ROSES);
    expect(music.thumbnailUrl).toBe(text.thumbnailUrl);
    await daysLater();
    expectStatus(await admin('DELETE', `/api/playlists/${music.id}`), 204);
    await daysLater();
    expect(await isShown(text.thumbnailUrl)).toBe(true);
    expectStatus(await admin('DELETE', `/api/articles/${text.id}`), 204);
    await daysLater();
    expect(await isShown(text.thumbnailUrl)).toBe(false);
  });

  it('another household cannot read the picture', async () => {
    await giveRoses();
    const { thumbnailUrl } = await article(ROSES);
    const stranger = (await content.server.household()).as('user');
    expectStatus(await stranger('GET', thumbnailUrl), 404);
  });
});
