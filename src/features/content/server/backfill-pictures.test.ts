import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { content as contentTable } from '#database/schema/content.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { type ContentServer, contentServer, thumbnail } from '#testing/content-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

const ROSES = 'https://www.gardens.example/late/roses';
const SPOTIFY = 'https://open.spotify.com/playlist/37i9dQZF1DXcBWIGoYBM5M';
const PAGE = 'www.gardens.example/late/roses';
const COVER = 'https://pictures.example/cover.jpg';
const SAID = {
  body: `<head><meta property="og:site_name" content="Garden Weekly"><meta property="og:image" content="${COVER}"></head>`,
};

let content: ContentServer;
let family: TestHousehold;
beforeAll(async () => {
  content = await contentServer();
});
beforeEach(async () => {
  for (const name of Object.keys(content.world)) delete content.world[name];
  family = await content.server.household();
});
afterAll(() => content.close());

/** Adds an entry in the state that the migration leaves: no picture, and due for a request. */
async function addedBefore(path: string, body: object, household = family): Promise<void> {
  expectStatus(await household.as('admin')('POST', path, body), 201);
  const before = { askAt: content.server.clock.now(), asks: 0 };
  await content.server.database.asSystem((db) =>
    db.update(contentTable).set(before).where(eq(contentTable.accountId, household.accountId)),
  );
  content.asked.length = 0;
}

const round = () => content.server.jobs('pictures of earlier content');

const article = (household = family) =>
  addedBefore('/api/articles', { title: 'Roses', url: ROSES }, household);

async function listed(path: string, household = family) {
  return expectStatus(await household.as('user')('GET', path), 200).body;
}

const OURS = expect.stringMatching(/^\/uploads\/[0-9a-f]{64}\.webp$/);

it('an article gets its picture and source once, and its version does not change', async () => {
  await article();
  expect(await listed('/api/articles')).toMatchObject([{ thumbnailUrl: null, version: 1 }]);
  content.world[PAGE] = SAID;
  content.world['pictures.example/cover.jpg'] = await thumbnail();
  await round();
  const [shown] = await listed('/api/articles');
  expect(shown).toMatchObject({ source: 'Garden Weekly', thumbnailUrl: OURS, version: 1 });
  expect((await family.as('user')('GET', shown.thumbnailUrl)).status).toBe(200);
  const asked = content.asked.length;
  content.server.clock.advance(30 * DAY_MS);
  await round();
  expect(content.asked).toHaveLength(asked);
});

it("a playlist gets its cover and keeps the family's number of tracks", async () => {
  await addedBefore('/api/playlists', { name: 'Ours', spotifyUrl: SPOTIFY, trackCount: 7 });
  content.world['open.spotify.com/oembed'] = { body: { title: 'X', thumbnail_url: COVER } };
  content.world['pictures.example/cover.jpg'] = await thumbnail();
  await round();
  expect(await listed('/api/playlists')).toMatchObject([
    { name: 'Ours', trackCount: 7, thumbnailUrl: OURS },
  ]);
});

it('a site without an answer is asked three times at increasing intervals', async () => {
  await article();
  const asks = async () => {
    content.asked.length = 0;
    await round();
    return content.asked.length;
  };
  expect(await asks()).toBe(1);
  content.server.clock.advance(DAY_MS - 1);
  expect(await asks()).toBe(0);
  content.server.clock.advance(1);
  expect(await asks()).toBe(1);
  content.server.clock.advance(2 * DAY_MS);
  expect(await asks()).toBe(1);
  content.server.clock.advance(30 * DAY_MS);
  expect(await asks()).toBe(0);
});

it('one run asks for three entries per household, so that other households are not delayed', async () => {
  const other = await content.server.household();
  for (let number = 0; number < 5; number += 1) await article();
  await article(other);
  content.world[PAGE] = SAID;
  content.world['pictures.example/cover.jpg'] = await thumbnail();
  await round();
  const pictured = async (household: TestHousehold) =>
    (await listed('/api/articles', household)).filter(
      ({ thumbnailUrl }: { thumbnailUrl: string | null }) => thumbnailUrl !== null,
    ).length;
  expect([await pictured(family), await pictured(other)]).toEqual([3, 1]);
  await round();
  expect(await pictured(family)).toBe(5);
});

it('an entry whose provider was asked when it was added is not asked again', async () => {
  const added = await family.as('admin')('POST', '/api/articles', { title: 'R', url: ROSES });
  expectStatus(added, 201);
  content.asked.length = 0;
  await round();
  expect(content.asked).toEqual([]);
});
