import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { type ContentServer, contentServer, type World } from '#testing/content-server.ts';
import { expectStatus, type TestHousehold } from '#testing/test-server.ts';

const STORY = '<p>The roses on the south wall opened early, and the garden smelled of rain.</p>';
const PAGE = `<html lang="en"><head><title>Roses</title></head><body><article><h1>Roses</h1>${STORY.repeat(8)}<script>alert(1)</script></article></body></html>`;
const DENIED = { 'X-Frame-Options': 'DENY' };

let content: ContentServer;
let family: TestHousehold;
beforeAll(async () => {
  content = await contentServer();
});
beforeEach(async () => {
  family = await content.server.household();
});
afterAll(() => content.close());

let pages = 0;

/** Adds an article whose site gives that answer; each call uses a new address. */
async function article(said: World[string] | undefined, scheme = 'https'): Promise<string> {
  pages += 1;
  const address = `news.example/${pages}`;
  if (said !== undefined) content.world[address] = said;
  const body = { title: 'Roses', url: `${scheme}://${address}` };
  return expectStatus(await family.as('admin')('POST', '/api/articles', body), 201).body.id;
}

async function opened(id: string) {
  return expectStatus(await family.as('user')('GET', `/api/articles/${id}/page`), 200).body;
}

it('an article is shown in a frame if its site allows it', async () => {
  const id = await article({ body: PAGE });
  expect(await opened(id)).toEqual({ show: 'frame', url: `https://news.example/${pages}` });
});

it.each([
  ['its site forbids frames', 'https', { body: PAGE, headers: DENIED }],
  ['it is http and the product is https', 'http', { body: PAGE }],
])('the text of an article is shown when %s', async (_when, scheme, said) => {
  const page = await opened(await article(said, scheme));
  expect(page).toMatchObject({ show: 'text', title: 'Roses', language: 'en' });
  expect(page.html).toContain('<p>The roses on the south wall');
  expect(page.html).not.toContain('script');
});

it('the text is decoded with the encoding that the page declares', async () => {
  const words = Buffer.from(
    PAGE.replace('Roses</h1>', 'Roses</h1><p>Caf\u00e9 au lait.</p>'),
    'latin1',
  );
  const type = 'text/html; charset=iso-8859-1';
  const page = await opened(await article({ type, body: words, headers: DENIED }));
  expect(page.html).toContain('Café au lait.');
});

it.each([
  ['cannot be reached', undefined],
  ['has nothing to read', { body: '<p>Please sign in.</p>', headers: DENIED }],
  ['is not HTML', { type: 'application/pdf', body: '%PDF' }],
  ['is too large', { body: 'a'.repeat(2_000_001), headers: DENIED }],
  ['rejects servers and forbids frames', { status: 403, body: '', headers: DENIED }],
])('an article is not shown when its page %s', async (_when, said) => {
  expect(await opened(await article(said))).toMatchObject({ show: 'nothing' });
});

it('a site that rejects servers is shown in a frame', async () => {
  expect(await opened(await article({ status: 403, body: '' }))).toMatchObject({ show: 'frame' });
});

it('a page is cached for an hour, and a failed request for a minute', async () => {
  const there = await article({ body: PAGE });
  const gone = await article(undefined);
  const openBoth = async () => {
    content.asked.length = 0;
    await opened(there);
    await opened(gone);
    return content.asked.length;
  };
  expect(await openBoth()).toBe(2);
  expect(await openBoth()).toBe(0);
  content.server.clock.advance(MINUTE_MS);
  expect(await openBoth()).toBe(1);
  content.server.clock.advance(HOUR_MS);
  expect(await openBoth()).toBe(2);
});

it('another household cannot open the article', async () => {
  const id = await article({ body: PAGE });
  const stranger = await content.server.household();
  expectStatus(await stranger.as('user')('GET', `/api/articles/${id}/page`), 404);
});

it('a page that takes very long to parse is still read and does not block the event loop', async () => {
  // Parsing the attribute takes quadratic time: 2 MB would take hours.
  const picture = `<img src="x" srcset="${'a'.repeat(1_900_000)} b">`;
  const endless = PAGE.replace('</article>', `${picture}</article>`);
  const id = await article({ body: endless, headers: DENIED });
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const page = await opened(id);
  delays.disable();
  expect(page).toMatchObject({ show: 'text', title: 'Roses' });
  expect(delays.max / 1e6).toBeLessThan(500);
});
