import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { WHOLE_BROWSER } from '../e2e/support/chromium.ts';
import { photo } from '../src/features/photos/contract.ts';
import { browserCookies } from './support/household.ts';
import { multiply } from './support/many-photos.ts';
import { startProduct } from './support/measured-server.ts';
import { anotherFile, cameraPhoto, registerUploader, type Uploader } from './support/photos.ts';
import { swipe } from './support/scrolling.ts';

/** Limits for photos in the family's panel, on a computer with a four times slower CPU. */
const UPLOADED = 500;
const PHOTOS = 10_000;
const MIN_FRAMES = 50;
const MAX_NODES = 2_000;
const MAX_EMPTY = 0.02;

const CPU_SLOWDOWN = 4;
const CUTS = 3;
const CUT_MS = 2_000;
const SIZE = { width: 1280, height: 800 };

const say = (line: string) => process.stdout.write(`${line}\n`);

async function benchPanel(): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'grand-panel-'));
  const browser = await chromium.launch(WHOLE_BROWSER);
  try {
    const first = await startProduct(dataDir);
    const uploader = await registerUploader(first.url, 'bench@example.com');
    const arrived = await upload(browser, first.url, uploader, dataDir).finally(first.stop);
    await multiply({ dataDir }, PHOTOS);
    const second = await startProduct(dataDir);
    const isSmooth = await scroll(browser, second.url, uploader.cookie).finally(second.stop);
    return arrived && isSmooth;
  } finally {
    await browser.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Uploads photos in the panel while the network is interrupted and the page reloaded. */
async function upload(browser: Browser, url: string, uploader: Uploader, dataDir: string) {
  const files = await written(join(dataDir, 'to-send'));
  const context = await signedIn(browser, url, uploader.cookie);
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${url}/photo-albums`);
  await page.getByRole('button', { name: 'Manage Photos: New' }).click();
  const began = performance.now();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose photos' }).click();
  await (await chooser).setFiles(files);
  const steps = Array.from({ length: CUTS }, (_, at) => Math.round((UPLOADED * (at + 1)) / 5));
  for (const step of steps) {
    await untilUploading(page, step);
    await context.setOffline(true);
    await page.waitForTimeout(CUT_MS);
    await context.setOffline(false);
  }
  const reloadedAt = Math.round((UPLOADED * 4) / 5);
  await untilUploading(page, reloadedAt);
  await page.reload();
  await page.getByRole('progressbar', { name: /^Uploading/ }).waitFor();
  await page.getByText(/photos? uploaded/).waitFor({ timeout: 600_000 });
  const seconds = (performance.now() - began) / 1000;
  const path = `${url}/api/photos/${uploader.albumId}`;
  const answer = await fetch(path, { headers: { cookie: uploader.cookie } });
  const names = z
    .array(photo)
    .parse(await answer.json())
    .map(({ originalName }) => originalName);
  const good = names.length === UPLOADED && new Set(names).size === UPLOADED;
  say(
    `${UPLOADED} photos chosen, the line cut ${CUTS} times for ${CUT_MS / 1000} s, the page loaded anew after ${reloadedAt}: ${names.length} arrived, ${new Set(names).size} of them different, in ${seconds.toFixed(0)} s${good ? '' : ': WRONG'}`,
  );
  await context.close();
  return good;
}

/** Waits until the progress shows that photo or a later one. */
async function untilUploading(page: Page, place: number): Promise<void> {
  await page.waitForFunction(
    (least) => {
      const words = document.querySelector('[role=progressbar]')?.textContent ?? '';
      return Number(/Uploading (\d+) of/.exec(words)?.[1]) >= least;
    },
    place,
    { timeout: 600_000, polling: 200 },
  );
}

async function written(folder: string): Promise<string[]> {
  mkdirSync(folder);
  const scene = await cameraPhoto(1, { width: 800, height: 600 });
  return Array.from({ length: UPLOADED }, (_, at) => {
    const path = join(folder, `${at}.jpg`);
    writeFileSync(path, anotherFile(scene, at));
    return path;
  });
}

/** Scrolls through an album in the photo management and measures frames and nodes. */
async function scroll(browser: Browser, url: string, cookie: string): Promise<boolean> {
  const context = await signedIn(browser, url, cookie);
  const page = await context.newPage();
  const began = performance.now();
  await page.goto(`${url}/photo-albums`);
  await page.getByRole('region', { name: 'Photos in New' }).getByRole('img').first().waitFor();
  const seenAfter = performance.now() - began;
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const { framesPerSecond, emptyShare, mostNodes } = await swipe(page, session, 'main *');
  const isSmooth = framesPerSecond >= MIN_FRAMES && emptyShare <= MAX_EMPTY;
  const good = isSmooth && mostNodes <= MAX_NODES;
  say(
    `${PHOTOS} photos in the panel: seen after ${seenAfter.toFixed(0)} ms; CPU ×${CPU_SLOWDOWN}: ${framesPerSecond.toFixed(0)} frames a second while scrolling (at least ${MIN_FRAMES}), ${(emptyShare * 100).toFixed(1)} % of them with an empty place (at most ${MAX_EMPTY * 100} %), at most ${mostNodes} elements (at most ${MAX_NODES})${good ? '' : ': OVER'}`,
  );
  await context.close();
  return good;
}

async function signedIn(browser: Browser, url: string, cookie: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: SIZE });
  await context.addCookies(browserCookies(cookie, url));
  return context;
}

process.exitCode = (await benchPanel()) ? 0 : 1;
