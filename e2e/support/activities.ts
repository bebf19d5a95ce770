import type { FrameLocator, Page } from '@playwright/test';
import type { ArticlePage } from '../../src/features/content/contract.ts';
import { picture } from './photos.ts';
import { expect, type Family } from './test.ts';

const PASSWORD = 'the old garden gate';

/**
 * Signs the page in as a new elder of the household. Requests that need the family's session must
 * be sent before.
 */
export async function becomeElder({ request }: Family): Promise<void> {
  const email = `edith-${Math.random().toString(36).slice(2)}@example.com`;
  const person = { firstName: 'Edith', lastName: 'Clarke', email, password: PASSWORD };
  expect((await request.post('/api/users', { data: person })).status()).toBe(201);
  const answer = await request.post('/api/auth/login', { data: { email, password: PASSWORD } });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function add({ request }: Family, path: string, data: object): Promise<string> {
  const answer = await request.post(path, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).id;
}

export const YOUTUBE = 'https://www.youtube.com/watch?v=aaaaaaaaaaa';
export const VIMEO = 'https://vimeo.com/76979871';
export const SPOTIFY = 'https://open.spotify.com/playlist/37i9dQZF1DXcBWIGoYBM5M';
export const FILE = 'https://media.example.org/garden.mp4';

export const addVideo = (family: Family, title: string, url: string) =>
  add(family, '/api/videos', { title, url });

export const addPlaylist = (family: Family, name: string, spotifyUrl: string) =>
  add(family, '/api/playlists', { name, spotifyUrl });

export const addArticle = (family: Family, title: string, url: string) =>
  add(family, '/api/articles', { title, url });

/**
 * Behaviour of the fake player in the frame: `obeys` follows commands as the provider's player
 * does, `is deaf` ignores them.
 */
type Temper = 'obeys' | 'is deaf';

/** Replaces the pages of the video and music players by fakes, which show their state as text. */
export async function givePlayers(page: Page, temper: Temper = 'obeys'): Promise<void> {
  const answer = (script: string) => ({
    contentType: 'text/html',
    body: `<!doctype html><title>Player</title><p id="state">still</p><button>Play</button><script>
      const show = (state) => { document.getElementById('state').textContent = state; };
      const tell = (message) => parent.postMessage(JSON.stringify(message), '*');
      const startsByItself = new URLSearchParams(location.search).get('autoplay') === '1';
      const hears = ${temper === 'obeys'};
      ${script}</script>`,
  });
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill(answer(YOUTUBE_SCRIPT)),
  );
  await page.route('https://player.vimeo.com/**', (route) => route.fulfill(answer(VIMEO_SCRIPT)));
  await page.route('https://open.spotify.com/**', (route) => route.fulfill(answer('')));
}

const YOUTUBE_SCRIPT = `
  let state = 5;
  const become = (next) => {
    state = next;
    show(state === 1 ? 'playing' : 'still');
    tell({ event: 'infoDelivery', info: { playerState: state, duration: 760.4 } });
  };
  document.querySelector('button').onclick = () => become(state === 1 ? 2 : 1);
  addEventListener('message', ({ data }) => {
    const { event, func } = JSON.parse(data);
    if (event === 'listening') tell({ event: 'initialDelivery', info: { playerState: state } });
    if (hears && func === 'pauseVideo') become(2);
    if (hears && func === 'playVideo') become(1);
  });
  if (startsByItself) become(1);`;

const VIMEO_SCRIPT = `
  let wanted = [];
  const become = (event) => {
    show(event === 'play' ? 'playing' : 'still');
    if (wanted.includes(event)) tell({ event });
  };
  addEventListener('message', ({ data }) => {
    const { method, value } = JSON.parse(data);
    if (method === 'ping') tell({ method: 'ping' });
    if (method === 'getDuration') tell({ method, value: 1085.2 });
    if (method === 'addEventListener') {
      wanted.push(value);
      if (value === 'play' && startsByItself) become('play');
    }
    if (method === 'play' || method === 'pause') become(method);
  });`;

export const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe');

export const stateOf = (page: Page) => frameOf(page).locator('#state');

/** Returns a quiet tone as a WAV file, which every browser plays. */
export function wave(seconds: number): Buffer {
  const rate = 8000;
  const samples = Buffer.alloc(rate * seconds, 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** Serves a quiet tone of ten minutes, in the byte ranges that the browser requests. */
export const giveFile = (page: Page) =>
  page.route('https://media.example.org/**', async (route) => {
    const file = wave(600);
    const [, from = '0'] =
      /bytes=(\d+)-/.exec((await route.request().allHeaders()).range ?? '') ?? [];
    await route.fulfill({
      status: 206,
      contentType: 'audio/wav',
      headers: {
        'Accept-Ranges': 'bytes',
        'Content-Range': `bytes ${from}-${file.length - 1}/${file.length}`,
      },
      body: file.subarray(Number(from)),
    });
  });

/** Returns one second of silence as MP3: empty frames of 128 kbit/s. */
function silence(): Buffer {
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb90c4);
  return Buffer.concat(Array.from({ length: 38 }, () => frame));
}

/**
 * Serves an HLS stream of sixty segments of one second, and removes the browser's own support for
 * HLS.
 */
export async function giveStream(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { canPlayType } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.canPlayType = function (type) {
      return type === 'application/vnd.apple.mpegurl' ? '' : canPlayType.call(this, type);
    };
  });
  const pieces = Array.from({ length: 60 }, (_, index) => `#EXTINF:0.993,\n${index}.mp3`);
  const list = ['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-TARGETDURATION:1', ...pieces];
  const headers = { 'Access-Control-Allow-Origin': '*' };
  await page.route('https://media.example.org/**', (route) =>
    route.fulfill(
      route.request().url().endsWith('.m3u8')
        ? {
            headers,
            contentType: 'application/vnd.apple.mpegurl',
            body: [...list, '#EXT-X-ENDLIST'].join('\n'),
          }
        : { headers, contentType: 'audio/mpeg', body: silence() },
    ),
  );
}

/** Sets the answer to the request for an article's page. */
export const giveArticle = (page: Page, found: ArticlePage) =>
  page.route('**/api/articles/*/page', (route) => route.fulfill({ json: found }));

export const SITE = 'https://gardens.example.org/late-summer';

const TEXT: ArticlePage = {
  show: 'text',
  url: SITE,
  title: 'Gardening in late summer',
  byline: 'By Rose Fielding',
  language: 'en',
  direction: 'ltr',
  html: `<p>Roses that are cut back now will flower again before the first frost. Water early in the day, and leave the hips for the birds.</p>
    <h2>What to sow</h2><ul><li>Spinach</li><li>Winter lettuce</li></ul>
    <blockquote><p>A garden is never finished.</p></blockquote>
    ${'<p>The soil is still warm, and what is planted now grows roots before the winter comes.</p>'.repeat(14)}`,
};

export const giveText = (page: Page) => giveArticle(page, TEXT);

/** Serves eight videos with pictures, in the format of the server's list. */
export async function giveVideos(page: Page): Promise<void> {
  const titles = [
    'Birds of the Garden',
    'Gentle Chair Exercises',
    'Ella’s Piano Recital',
    'Steam Trains of Vermont, and of the Hills Beyond',
    'Grandma’s Apple Pie',
    'A Walk Along the Coast',
    'The Seventh',
    'The Eighth',
  ];
  const videos = titles.map((title, order) => ({
    id: `5e0c1a3e-0000-4000-8000-00000000000${order}`,
    title,
    url: YOUTUBE,
    duration: order === 4 ? null : `${6 + order * 3}:05`,
    thumbnailUrl: order === 4 ? null : `/uploads/test-video-${order}.jpg`,
    order,
  }));
  await page.route('**/api/videos', (route) => route.fulfill({ json: videos }));
  await page.route('**/uploads/test-video-*', async (route) => {
    const [, index = '0'] = /video-(\d)/.exec(route.request().url()) ?? [];
    return route.fulfill({ body: await picture(Number(index), 800), contentType: 'image/jpeg' });
  });
}

export interface RecordedUse {
  readonly activity: string;
  readonly duration: number;
  readonly content: string;
  readonly itemId?: string;
  readonly happenedAt?: string;
}

/** Returns a list to which each later usage event of the page is added, in order. */
export function notesOf(page: Page): RecordedUse[] {
  const notes: RecordedUse[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/analytics') notes.push(request.postDataJSON());
  });
  return notes;
}

/** 11:53 AM in New York; the reminder for noon opens two minutes later. */
export const BEFORE_NOON = '2026-03-10T15:53:00Z';

export const buttonOf = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const closeOf = (page: Page) => buttonOf(page, 'Close');
export const titleOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Opens a section, then its entry with this title. */
export async function openEntry(page: Page, type: string, title: string): Promise<void> {
  await page.goto(`/activity/${type}`);
  await buttonOf(page, new RegExp(title)).click();
  await expect(titleOf(page, title)).toBeVisible();
}
