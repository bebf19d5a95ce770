import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { reportFigure } from './support/figures.ts';
import { type MeasuredServer, startProduct } from './support/measured-server.ts';
import { anotherFile, cameraPhoto, registerUploader, type Uploader } from './support/photos.ts';

/** Limits of uploads. */
const MIN_SHARE = 0.8;
const MAX_LAG_MS = 50;
const MAX_GROWTH_MB = 400;

/** Desired value: an upload relative to sharp alone. */
const GOAL = 1.2;

const FILES = 24;
const ROUNDS = 3;
const AT_ONCE = 4;
const LARGE_FILES = 20;
const MEGABYTE = 1_000_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * Compares uploads with sharp alone on the same files, and measures their effect on other requests.
 */
async function benchPhotos(): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'grand-photos-'));
  const product = await startProduct(dataDir);
  try {
    const uploader = await registerUploader(product.url, 'bench@example.com');
    const throughput = await compareThroughput(uploader, dataDir);
    const calm = await uploadLarge(product, uploader);
    return throughput && calm;
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function compareThroughput(uploader: Uploader, dataDir: string): Promise<boolean> {
  const scenes = await Promise.all(
    [1, 2, 3, 4].map((seed) => cameraPhoto(seed, { width: 4000, height: 3000, grain: 20 })),
  );
  let number = 0;
  const nextFiles = () =>
    Array.from({ length: FILES }, () => {
      number += 1;
      return anotherFile(scenes[number % scenes.length] ?? Buffer.alloc(0), number);
    });
  const cores = availableParallelism();
  await inTurn(nextFiles().slice(0, AT_ONCE), (file, at) => uploader.upload(`${at}.jpg`, file));
  const shares: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const files = nextFiles();
    const megabytes = files.reduce((sum, { length }) => sum + length, 0) / MEGABYTE;
    const alone = sharpAlone(files, dataDir, cores);
    const began = performance.now();
    await inTurn(files, (file, at) => uploader.upload(`${at}.jpg`, file));
    const own = performance.now() - began;
    shares.push(alone / own);
    say(
      `  ${FILES} photos of 12 megapixels, ${megabytes.toFixed(0)} MB: product ${(own / 1000).toFixed(1)} s, sharp alone on ${cores} cores ${(alone / 1000).toFixed(1)} s`,
    );
  }
  const share = shares.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
  reportFigure({
    ...{ goal: 'P11', what: 'an upload', figure: 1 / share, most: GOAL, unit: 'times sharp alone' },
  });
  const verdict = share >= MIN_SHARE ? 'at least' : 'LESS THAN';
  say(`  throughput ${share.toFixed(2)} of sharp alone (${verdict} ${MIN_SHARE})`);
  return share >= MIN_SHARE;
}

/** Runs sharp in a separate process, so that memory is not shared. Returns milliseconds. */
function sharpAlone(files: readonly Buffer[], dataDir: string, cores: number): number {
  const paths = files.map((file, at) => {
    const path = join(dataDir, `alone-${at}.jpg`);
    writeFileSync(path, file);
    return path;
  });
  const script = 'bench/support/sharp-alone.ts';
  const args = ['--import', 'tsx', script, String(cores), ...paths];
  const { stdout, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error('sharp alone failed');
  return z.object({ milliseconds: z.number() }).parse(JSON.parse(stdout)).milliseconds;
}

async function uploadLarge(product: MeasuredServer, uploader: Uploader): Promise<boolean> {
  const scene = await cameraPhoto(9, { width: 5600, height: 4200, grain: 26, quality: 93 });
  const files = Array.from({ length: LARGE_FILES }, (_, at) => anotherFile(scene, 10_000 + at));
  const before = await product.watch();
  let most = before.memory;
  const looking = setInterval(() => {
    void product.used().then(({ memory }) => {
      most = Math.max(most, memory);
    });
  }, 100);
  const began = performance.now();
  await Promise.all(files.map((file, at) => uploader.upload(`large-${at}.jpg`, file)));
  const seconds = (performance.now() - began) / 1000;
  clearInterval(looking);
  const { lagP99 } = await product.used();
  const growth = (most - before.memory) / MEGABYTE;
  reportFigure({
    ...{ goal: 'P11', what: `event loop late under ${LARGE_FILES} large ones, p99` },
    ...{ figure: lagP99, most: MAX_LAG_MS, unit: 'ms' },
  });
  const good = lagP99 <= MAX_LAG_MS && growth <= MAX_GROWTH_MB;
  say(
    `  ${LARGE_FILES} files of ${(scene.length / MEGABYTE).toFixed(1)} MB at once in ${seconds.toFixed(1)} s: event loop late by ${lagP99.toFixed(1)} ms at p99 (at most ${MAX_LAG_MS}), memory grew by ${growth.toFixed(0)} MB (at most ${MAX_GROWTH_MB})${good ? '' : ': OVER'}`,
  );
  return good;
}

/** Sends a few files at once, as a browser does. */
async function inTurn(
  files: readonly Buffer[],
  send: (file: Buffer, at: number) => Promise<unknown>,
) {
  const left = files.map((file, at) => ({ file, at }));
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      await send(next.file, next.at);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

process.exitCode = (await benchPhotos()) ? 0 : 1;
