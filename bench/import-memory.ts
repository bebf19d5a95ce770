import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { z } from 'zod';
import { openZip, type ZipReader, type ZipWriter, zipTo } from '#platform/server/archive/zip.ts';
import { addDays } from '../src/platform/shared/zoned-time.ts';
import { EXAMPLE_PASSWORD } from '../src/testing/registration.ts';
import { registerCookie } from './support/household.ts';
import { type MeasuredServer, startProduct } from './support/measured-server.ts';
import { anotherFile, cameraPhoto } from './support/photos.ts';

/** Limit of memory growth over an idle server. */
const MAX_GROWTH_MB = 150;

const MEGABYTE = 1_000_000;
const LOOK_EVERY_MS = 50;
const MANIFEST = 'manifest.json';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Imports doses and photos into a household and measures the memory. */
async function benchImport(doses: number, photos: number): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'grand-bench-import-'));
  const product = await startProduct(join(folder, 'data'));
  try {
    const path = join(folder, 'download.zip');
    await makeDownload(product.url, path, { doses, photos });
    const megabytes = (statSync(path).size / MEGABYTE).toFixed(0);
    say(`a download of ${doses} doses and ${photos} photos, ${megabytes} MB`);
    const cookie = await registerCookie(product.url, 'into@example.com');
    return await measured(product, () => bringIn(product.url, cookie, path));
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measured(product: MeasuredServer, work: () => Promise<void>): Promise<boolean> {
  const { memory: idle } = await product.settle();
  let peak = idle;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      peak = Math.max(peak, (await product.used()).memory);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  })();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  isOver = true;
  await looking;
  const { memory: after } = await product.settle();
  const growth = (peak - idle) / MEGABYTE;
  const verdict = growth <= MAX_GROWTH_MB ? 'at most' : 'OVER';
  say(
    `  idle ${(idle / MEGABYTE).toFixed(0)} MB, at most ${(peak / MEGABYTE).toFixed(0)} MB in ${seconds.toFixed(0)} s, afterwards ${(after / MEGABYTE).toFixed(0)} MB: grew by ${growth.toFixed(0)} MB (${verdict} ${MAX_GROWTH_MB})`,
  );
  return growth <= MAX_GROWTH_MB;
}

/** Uses `http.request`, because `fetch` times out before this answer. */
async function bringIn(url: string, cookie: string, path: string): Promise<void> {
  const boundary = 'grand-bench-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="download"; filename="household.zip"\r\nContent-Type: application/zip\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const asked = request(`${url}/api/import`, {
    method: 'POST',
    headers: {
      cookie,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + statSync(path).size + tail.length,
    },
  });
  const answered = new Promise<string>((resolve, reject) => {
    asked.once('error', reject);
    asked.once('response', async (answer) => {
      const said = await text(answer);
      if (answer.statusCode === 200) resolve(said);
      else reject(new Error(`${answer.statusCode}: ${said}`));
    });
  });
  asked.write(head);
  for await (const chunk of createReadStream(path)) {
    if (!asked.write(chunk)) await new Promise((resolve) => asked.once('drain', resolve));
  }
  asked.end(tail);
  say(`  ${await answered}`);
}

interface Wanted {
  readonly doses: number;
  readonly photos: number;
}

/** Builds the download of a household with many copies of one dose and one photo. */
async function makeDownload(url: string, path: string, wanted: Wanted): Promise<void> {
  const scene = await cameraPhoto(1, { width: 400, height: 300 });
  const small = `${path}.small`;
  await writeFile(small, await smallDownload(url, scene));
  const zip = await openZip(small, { mostEntries: 1_000, mostBytes: 1e9 });
  const output = createWriteStream(path);
  await repack(zip, zipTo(output), { ...wanted, scene });
  await zip.close();
}

async function repack(
  from: ZipReader,
  to: ZipWriter,
  { doses, photos, scene }: Wanted & { scene: Buffer },
): Promise<void> {
  const facts: { name: string; bytes: number; sha256: string }[] = [];
  const add = async (name: string, content: AsyncIterable<Uint8Array> | Uint8Array | string) => {
    facts.push({ name, ...(await to.add(name, content)) });
  };
  for (const { name } of from.entries) {
    if (name === MANIFEST || name.startsWith('photos/')) continue;
    const content = await text(await from.read(name));
    if (name === 'medications.json') await add(name, withRows(content, doses, doseOf));
    else if (name === 'photos.json') await add(name, withRows(content, photos, photoOf));
    else await add(name, await buffer(await from.read(name)));
  }
  for (let number = 0; number < photos; number += 1) {
    await add(fileOf(number), anotherFile(scene, number));
  }
  const before = JSON.parse(await text(await from.read(MANIFEST)));
  await to.add(MANIFEST, JSON.stringify({ ...before, files: facts }));
  await to.end();
}

type Row = Record<string, unknown>;

/** Repeats the last row of a section with changes. */
async function* withRows(
  content: string,
  count: number,
  rowOf: (row: Row, number: number) => Row,
): AsyncGenerator<Uint8Array> {
  const lines = content.split('\n');
  const at = lines.findLastIndex((line) => line.startsWith('{') && !line.startsWith('{"feature"'));
  const row: Row = JSON.parse((lines[at] ?? '').replace(/,$/, ''));
  yield Buffer.from(`${lines.slice(0, at).join('\n')}\n`);
  for (let number = 0; number < count; number += 1) {
    const comma = number === count - 1 ? '' : ',';
    yield Buffer.from(`${JSON.stringify(rowOf(row, number))}${comma}\n`);
  }
  yield Buffer.from(lines.slice(at + 1).join('\n'));
}

const MINUTES_A_DAY = 24 * 60;

function doseOf(row: Row, number: number): Row {
  const date = addDays('2025-12-31', -Math.floor(number / MINUTES_A_DAY));
  const minute = number % MINUTES_A_DAY;
  const two = (part: number) => String(part).padStart(2, '0');
  const time = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
  const scheduledTime = `${date}T${time}:00.000Z`;
  return { ...row, date, time, scheduledTime };
}

function fileOf(number: number): string {
  return `photos/01-bench/${number}.jpg`;
}

const photoOf = (row: Row, number: number): Row => ({ ...row, file: fileOf(number) });

const made = z.object({ id: z.string() });
const albums = z.array(made);
const ticketed = z.object({ ticket: z.string() });

async function smallDownload(url: string, scene: Buffer): Promise<Buffer> {
  const cookie = await registerCookie(url, 'from@example.com');
  const post = (path: string, body: object) =>
    body instanceof FormData
      ? answerOf(url + path, { method: 'POST', headers: { cookie }, body })
      : answerOf(url + path, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
  const medication = { name: 'Lisinopril', frequency: 'as_needed', times: [] };
  const wanted = { ...medication, startDate: '2020-01-01', userId: 'system' };
  const { id } = made.parse(await (await post('/api/medications', wanted)).json());
  const scheduledTime = new Date().toISOString();
  await post('/api/medication-logs', { medicationId: id, scheduledTime, status: 'taken' });
  const listed = await answerOf(`${url}/api/photo-albums`, { headers: { cookie } });
  const [album] = albums.parse(await listed.json());
  const photos = new FormData();
  photos.append('photos', new Blob([new Uint8Array(scene)]), 'a.jpg');
  await post(`/api/photo-albums/${album?.id}/photos`, photos);
  const given = await post('/api/export/ticket', { password: EXAMPLE_PASSWORD });
  const { ticket } = ticketed.parse(await given.json());
  const download = await answerOf(`${url}/api/export?ticket=${ticket}`, { headers: { cookie } });
  return Buffer.from(await download.arrayBuffer());
}

async function answerOf(address: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(address, options);
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return answer;
}

const [doses = '300000', photos = '2000'] = process.argv.slice(2);
process.exitCode = (await benchImport(Number(doses), Number(photos))) ? 0 : 1;
