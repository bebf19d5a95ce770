import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { layDatabase } from '#testing/database-setup.ts';
import {
  chunkBomb,
  gif,
  pillPicture,
  pixelFlood,
  png,
  profileBomb,
  scanBomb,
  textBomb,
} from '#testing/hostile-pictures.ts';
import { registerCookie } from '../../bench/support/household.ts';
import { type MeasuredServer, startMeasured } from '../../bench/support/measured-server.ts';
import { packedAsIs } from '../support/household.ts';

/** Maximum time until the memory is free again, in milliseconds. */
const BACK_WITHIN_MS = 5_000;

/** Accepted growth of the heap and buffers, and of the resident memory, in bytes. */
const MAX_HELD = 16e6;
const MAX_RESIDENT = 64e6;

const LOOK_EVERY_MS = 250;

let folder: string;
let outside: Server;
let product: MeasuredServer;
let cookie: string;
/** Cookie of an empty household, because only an empty one accepts an archive. */
let empty: string;
let album: string;
let addresses = 0;
/** The response with which the fake external site answers all requests. */
let said: { type: string; body: Buffer; encoding?: string };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'grand-bombs-'));
  await layDatabase(folder);
  outside = createServer((_request, response) => {
    const { type, body, encoding } = said;
    const packed = encoding === undefined ? {} : { 'Content-Encoding': encoding };
    response.writeHead(200, { 'Content-Type': type, 'X-Frame-Options': 'DENY', ...packed });
    response.end(body);
  });
  await new Promise<void>((go) => outside.listen(0, '127.0.0.1', go));
  const address = outside.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  const standIn = `http://127.0.0.1:${address.port}`;
  const program = join(inject('serverBundle'), 'bombs-server.js');
  product = await startMeasured([program, standIn], {
    DATABASE_URL: '',
    DATA_DIR: folder,
    PORT: '0',
    HOST: '127.0.0.1',
    PUBLIC_URL: '',
    LOG_LEVEL: 'silent',
  });
  cookie = await registerCookie(product.url, 'ada@example.com');
  empty = await registerCookie(product.url, 'rose@example.com');
  [{ id: album }] = JSON.parse((await ask('GET', '/api/photo-albums')).text);
  // Warms up each parser with valid input, so that its thread and caches already exist when the
  // memory is measured.
  const sound = await pillPicture(2000, 1500).jpeg().toBuffer();
  const story = `<article><h1>Roses</h1>${'<p>It rained, and rained.</p>'.repeat(5_000)}`;
  await (await pill(sound))();
  await (await photos(sound))();
  await pageOf(story)();
  await video({ body: Buffer.from('{}') })();
  await (await archive(await packedAsIs(new Map([['letter', Buffer.from('a')]]))))();
}, 120_000);
afterAll(async () => {
  await product.stop();
  outside.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sends a prepared request and returns the status. */
type Send = () => Promise<number>;

interface Packed {
  readonly body: Buffer;
  readonly encoding?: string;
}

async function ask(method: string, path: string, body?: Uint8Array, type = 'application/json') {
  const headers = {
    cookie: path === '/api/import' ? empty : cookie,
    ...(body === undefined ? {} : { 'content-type': type }),
  };
  const sent = body === undefined ? {} : { body: new Uint8Array(body) };
  const answer = await fetch(product.url + path, { method, headers, ...sent });
  return { status: answer.status, text: await answer.text() };
}

/**
 * Builds a form in advance and returns a function that sends it, because building takes longer than
 * refusing.
 */
async function form(path: string, field: string, files: readonly Buffer[]): Promise<Send> {
  const filled = new FormData();
  for (const bytes of files) filled.append(field, new Blob([new Uint8Array(bytes)]), 'a.jpg');
  const whole = new Response(filled);
  const type = whole.headers.get('content-type') ?? '';
  const body = new Uint8Array(await whole.arrayBuffer());
  return async () => (await ask('POST', path, body, type)).status;
}

const pill = (...bytes: Buffer[]) => form('/api/upload-pill-image', 'pill-image', bytes);
const photos = (...bytes: Buffer[]) => form(`/api/photo-albums/${album}/photos`, 'photos', bytes);

/**
 * Requests with an archive are sent one after the other, because a household can import only one
 * archive at a time.
 */
async function archive(bytes: Buffer): Promise<Send> {
  const send = await form('/api/import', 'download', [bytes]);
  let before: Promise<unknown> = Promise.resolve();
  return () => {
    const sent = before.then(send);
    before = sent;
    return sent;
  };
}

const manifest = async (content: Buffer) =>
  archive(await packedAsIs(new Map([['manifest.json', content]])));

const sendJson = (path: string, body: string) => ask('POST', path, Buffer.from(body));
const medication = (body: string): Send => {
  return async () => (await sendJson('/api/medications', body)).status;
};

/** Opens an article whose page has this body. Each request uses a different URL. */
function page(packed: Packed): Send {
  return async () => {
    said = { type: 'text/html; charset=utf-8', ...packed };
    addresses += 1;
    const url = `https://news.example/${addresses}`;
    const { text } = await sendJson('/api/articles', JSON.stringify({ title: 'Roses', url }));
    return (await ask('GET', `/api/articles/${JSON.parse(text).id}/page`)).status;
  };
}
const pageOf = (text: string) => page({ body: Buffer.from(text) });

/** Adds a video; the service that reports its title answers with this body. */
function video(packed: Packed): Send {
  return async () => {
    said = { type: 'application/json', ...packed };
    addresses += 1;
    const url = `https://vimeo.com/${100_000 + addresses}`;
    return (await sendJson('/api/videos', JSON.stringify({ title: 'The lake', url }))).status;
  };
}

const MEGABYTE = 1_000_000;
const gzipped = (of: string): Packed => ({
  body: gzipSync(Buffer.alloc(200 * MEGABYTE, of)),
  encoding: 'gzip',
});
const SRCSETS = `<p>It rained.</p><img srcset="${'a 1x, '.repeat(40_000)}">`.repeat(8);

/** Malicious inputs. Each is sent four times at once; `status` is the expected status. */
const BOMBS: readonly [name: string, make: () => Send | Promise<Send>, status: number][] = [
  ['a picture of 2.5 thousand million pixels', () => pill(pixelFlood()), 413],
  ['a photo of 51 million pixels', () => photos(png(8500, 6000)), 400],
  ['a picture with 50 MB of packed words', () => pill(textBomb()), 201],
  ['a picture with 50 MB of packed profile', () => pill(profileBomb()), 415],
  ['a picture of 50,000 chunks', () => pill(chunkBomb()), 415],
  ['a picture that paints over itself', async () => pill(await scanBomb()), 415],
  ['a picture of 3,000 pictures', async () => pill(await gif(3000)), 201],
  ['a form of 5,000 files', () => photos(...Array<Buffer>(5_000).fill(Buffer.from('a'))), 400],
  ['a page of 120,000 elements', () => pageOf(`<body>${'<b>a</b>'.repeat(120_000)}`), 200],
  ['a page nested 60,000 deep', () => pageOf(`<body>${'<i><a>'.repeat(60_000)}`), 200],
  ['a page of beginnings', () => pageOf('<a'.repeat(900_000)), 200],
  ['a page of long srcsets', () => pageOf(`<article>${SRCSETS}`), 200],
  ['200 MB of a packed page', () => page(gzipped('a')), 200],
  ['200 MB of a packed title', () => video(gzipped('1')), 201],
  ['a title nested a million deep', () => video({ body: Buffer.alloc(MEGABYTE, '[') }), 201],
  ['an archive of 200 MB of manifest', () => manifest(Buffer.alloc(200 * MEGABYTE, ' ')), 400],
  ['an archive nested a million deep', () => manifest(Buffer.alloc(MEGABYTE, '[')), 400],
  ['30 MB that are no archive', () => archive(Buffer.alloc(30 * MEGABYTE, 'PK')), 400],
  ['a body nested 60,000 deep', () => medication(`{"name":${'['.repeat(60_000)}`), 400],
  ['a body of 65,000 numbers', () => medication(`{"times":[${'0,'.repeat(65_000)}0]}`), 400],
];

describe('memory after decompression bombs', () => {
  it.each(BOMBS)(
    'memory is free again within five seconds after %s',
    { timeout: 60_000 },
    async (_, make, status) => {
      const send = await make();
      const before = await product.settle();
      const answers = await Promise.all([send(), send(), send(), send()]);
      expect(answers).toEqual(Array(4).fill(status));
      const answered = performance.now();
      let { held, memory } = await product.settle();
      const isBack = () => held - before.held < MAX_HELD && memory - before.memory < MAX_RESIDENT;
      while (!isBack() && performance.now() - answered < BACK_WITHIN_MS) {
        await sleep(LOOK_EVERY_MS);
        ({ held, memory } = await product.settle());
      }
      expect(held - before.held, 'bytes that objects and buffers hold').toBeLessThan(MAX_HELD);
      expect(memory - before.memory, 'bytes of the process').toBeLessThan(MAX_RESIDENT);
    },
  );
});
