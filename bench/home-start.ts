import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { WHOLE_BROWSER } from '../e2e/support/chromium.ts';
import { browserCookies, pairedCookie } from './support/household.ts';
import { startProduct } from './support/measured-server.ts';
import { openSlowLine, type SlowLine } from './support/slow-line.ts';
import { type Busy, beginProfile, endProfile } from './support/start-profile.ts';

/**
 * Limits of this bench: maximum time until the six buttons are usable, relative to a page with six
 * plain links.
 */
const MAX_TIMES = { cold: 1.4, warm: 1.2 };
const BUTTONS = 6;
const CPU_SLOWDOWN = 6;

/** Layout shifts are measured up to this time after the start. */
const REST_MS = 3_000;

/** A page of plain HTML, whose start takes the minimum possible time. */
const STATIC_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Home</title>
<main>${['photos', 'watch', 'listen', 'read', 'call', 'my-day'].map((path) => `<a href="/${path}">${path}</a>`).join(' ')}</main></html>`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    beside: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

/** A page that is measured: six plain links, the product, or another build of the product. */
interface Candidate {
  readonly name: string;
  readonly line: SlowLine;
  readonly cookie: string | undefined;
  readonly cold: Start[];
  readonly warm: Start[];
}

interface Start {
  readonly usableMs: number;
  readonly firstPaintMs: number;
  /** Time of the first byte; `parsedMs` is the time when the page is parsed. */
  readonly answeredMs: number;
  readonly parsedMs: number;
  /**
   * Time when the client's rendering replaces that of the server; NaN if the server did not render
   * the page.
   */
  readonly takenOverMs: number;
  readonly shift: number;
  readonly requests: number;
  readonly bytes: number;
  /**
   * Main-thread work until the page is usable, by kind; empty without `--profile`, because
   * profiling slows everything down.
   */
  readonly busy: Busy;
}

/**
 * Measures the time until an elder's six buttons are usable on a slow tablet, at the first and at
 * later starts.
 */
async function benchStart(rounds: number): Promise<boolean> {
  const ends: (() => unknown)[] = [];
  const addProduct = async (name: string, program?: string) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'grand-start-'));
    const product = await startProduct(dataDir, {}, program);
    const line = await openSlowLine(product.url);
    ends.unshift(() => rmSync(dataDir, { recursive: true, force: true }));
    ends.unshift(product.stop, line.close);
    const cookie = await pairedCookie(product.url, 'bench@example.com');
    return { name, line, cookie, cold: [], warm: [] };
  };
  const browser = await chromium.launch(WHOLE_BROWSER);
  ends.push(() => browser.close());
  try {
    const plain = await servePlain();
    ends.push(plain.close);
    const line = await openSlowLine(plain.url);
    ends.unshift(line.close);
    const all: Candidate[] = [{ name: 'static', line, cookie: undefined, cold: [], warm: [] }];
    if (values.beside) all.push(await addProduct('before', values.beside));
    all.push(await addProduct('product'));
    for (let round = 0; round < rounds; round += 1) {
      for (const candidate of all) await visit(browser, candidate);
    }
    return judge(all);
  } finally {
    for (const end of ends) await end();
  }
}

async function servePlain(): Promise<{ url: string; close: () => void }> {
  const server = createServer((_asked, answer) => {
    answer.writeHead(200, { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache' });
    answer.end(STATIC_PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

/** Visits the page with an empty browser, and again after everything is cached. */
async function visit(browser: Browser, candidate: Candidate): Promise<void> {
  const { line, cookie, cold, warm } = candidate;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  if (cookie !== undefined) await context.addCookies(browserCookies(cookie, line.url));
  const first = await open(browser, context, candidate);
  cold.push(first.start);
  if (cookie !== undefined) await untilKept(first.page);
  await first.page.close();
  const second = await open(browser, context, candidate);
  warm.push(second.start);
  await second.page.locator('main a').first().click();
  await second.page.waitForURL('**/photos');
  await context.close();
}

async function open(browser: Browser, context: BrowserContext, { line, cookie }: Candidate) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(watchStart, BUTTONS);
  const before = line.passed();
  if (values.profile) await beginProfile(browser, page);
  await page.goto(line.url, { waitUntil: 'commit' });
  const usableMs = await page.evaluate(() => window.usable);
  const { requests, bytes } = line.passed();
  const busy = values.profile ? await endProfile(browser, usableMs) : {};
  if (cookie !== undefined) await page.waitForTimeout(REST_MS);
  const seen = await page.evaluate(() => {
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return {
      firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      answeredMs: page?.responseStart ?? NaN,
      parsedMs: page?.domInteractive ?? NaN,
      takenOverMs: window.takenOver,
      shift: window.shifted,
    };
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const passed = { requests: requests - before.requests, bytes: bytes - before.bytes };
  return { page, start: { usableMs, ...seen, ...passed, busy } };
}

declare global {
  interface Window {
    /**
     * Resolves with the milliseconds from the start until the buttons are shown and the page is
     * idle.
     */
    usable: Promise<number>;
    /** Sum of all layout shifts so far (cumulative layout shift). */
    shifted: number;
    takenOver: number;
  }
}

/** Runs in the page before any content is loaded. */
function watchStart(buttons: number): void {
  window.shifted = 0;
  window.takenOver = Number.NaN;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('value' in entry) window.shifted += Number(entry.value);
    }
  }).observe({ type: 'layout-shift', buffered: true });
  // The request for the help tip is never answered, because the tip moves the header on purpose.
  const { fetch } = window;
  window.fetch = (...[address, how]: Parameters<typeof fetch>) =>
    address === '/api/help-tip' ? new Promise(() => undefined) : fetch(address, how);
  window.usable = new Promise((resolve) => {
    const each = {
      frame() {
        const found = document.querySelectorAll('main a[href]').length;
        if (found < buttons) requestAnimationFrame(each.frame);
        // Resolves in a separate task, which runs after all work that would delay a press.
        else setTimeout(() => resolve(performance.now()));
        const served = document.querySelector('.home');
        if (served && found >= buttons) each.replaced(served);
      },
      replaced(served: Element) {
        if (served.isConnected) requestAnimationFrame(() => each.replaced(served));
        else window.takenOver = performance.now();
      },
    };
    each.frame();
  });
}

/**
 * Waits until the service worker has cached the files of the product, and the page has cached its
 * answers.
 */
async function untilKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => {
    const kept = await (await caches.open('kept-answers')).match('/kept-answers');
    return (await kept?.text())?.includes('["home-buttons"');
  });
}

function judge([plain, ...products]: Candidate[]): boolean {
  let isGood = true;
  for (const kind of ['cold', 'warm'] as const) {
    const limit = medianOf(plain, kind, 'usableMs') * MAX_TIMES[kind];
    for (const candidate of [plain, ...products]) {
      if (candidate === undefined) continue;
      const of = (what: Figure) => medianOf(candidate, kind, what);
      const times = of('usableMs') / medianOf(plain, kind, 'usableMs');
      say(
        `${candidate.name}, ${kind}: usable after ${of('usableMs').toFixed(0)} ms (${times.toFixed(2)} times six plain links, at most ${MAX_TIMES[kind]}), first paint ${of('firstPaintMs').toFixed(0)} ms, layout shift ${of('shift').toFixed(3)}, ${of('requests')} requests and ${(of('bytes') / 1024).toFixed(1)} KiB on the line until then`,
      );
      tellProfile(candidate, kind);
      if (candidate.name === 'product') {
        isGood &&= of('usableMs') <= limit && of('shift') === 0;
      }
    }
  }
  return isGood;
}

/** Prints how long each kind of work took, if profiling is enabled. */
function tellProfile(candidate: Candidate, kind: 'cold' | 'warm'): void {
  if (!values.profile) return;
  const of = (what: Figure) => medianOf(candidate, kind, what).toFixed(0);
  say(
    `  first byte ${of('answeredMs')}, parsed ${of('parsedMs')}, taken over ${of('takenOverMs')}`,
  );
  const all = candidate[kind].map(({ busy }) => busy);
  const kinds = new Set(all.flatMap((busy) => Object.keys(busy)));
  const parts = [...kinds].map(
    (part) => `${part} ${middle(all.map((busy) => busy[part] ?? 0)).toFixed(0)}`,
  );
  say(`  until usable: ${parts.join(', ')}`);
}

type Figure = Exclude<keyof Start, 'busy'>;

function medianOf(of: Candidate | undefined, kind: 'cold' | 'warm', what: Figure): number {
  return middle((of?.[kind] ?? []).map((start) => start[what]));
}

function middle(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

process.exitCode = (await benchStart(Number(values.rounds))) ? 0 : 1;
