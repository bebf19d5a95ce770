import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { WHOLE_BROWSER } from '../e2e/support/chromium.ts';
import { REMINDER_NAME, untilKnown } from '../e2e/support/offline.ts';
import { popupOpens } from '../src/features/medications/lateness.ts';
import { MINUTE_MS, SECOND_MS } from '../src/platform/shared/durations.ts';
import { openBackgroundBrowser } from './support/background-browser.ts';
import { reportFigure } from './support/figures.ts';
import { addDoses, browserCookies, pairTablet, registerCookie } from './support/household.ts';
import { startProduct } from './support/measured-server.ts';

/** State of the tablet when the pop-up is due. */
const KINDS = ['online', 'offline', 'hidden'] as const;
type Kind = (typeof KINDS)[number];

/** Desired maximum delay of a pop-up in seconds. */
const GOAL = 1;
/**
 * Limits above which the bench fails. A hidden page may fire timers only once a second, at an
 * offset that depends on the browser, so up to a second there is reported separately.
 */
const MOST: Readonly<Record<Kind, number>> = { online: 1, offline: 1, hidden: 2 };

/** Tablets are opened at least this long before the minute, to exclude their start. */
const MIN_BEFORE_MS = 25 * SECOND_MS;
/** Timeout: a pop-up that has not opened by then counts as late by this time. */
const MAX_WAIT_MS = 30 * SECOND_MS;

/** Milliseconds from a dose's time to its pop-up; negative if it opens before. */
const OPENS_MS = popupOpens(new Date(0)).getTime();

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1' },
    /** Additional minutes that the tablets stay open before. */
    standing: { type: 'string', default: '0' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Tablet {
  readonly kind: Kind;
  readonly page: Page;
  /** Offset in the second at which timers fire, if the browser throttles them. */
  readonly timersFireAt?: number;
  readonly close: () => Promise<void>;
}

/** The pop-up as observed in its page. */
interface Seen {
  /** Time of its opening in milliseconds since the epoch, by the page's clock. */
  readonly at: number;
  readonly visibility: DocumentVisibilityState;
}

interface Result {
  readonly kind: Kind;
  readonly secondsLate: number;
  readonly visibility: DocumentVisibilityState | 'not seen';
}

/** Measures how late a dose's pop-up opens by the real clock of its page. */
async function benchPopUp(rounds: number, standing: number): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'grand-pop-up-'));
  const product = await startProduct(dataDir);
  const browser = await chromium.launch(WHOLE_BROWSER);
  try {
    const results: Result[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const opens = nextMinute(MIN_BEFORE_MS + standing * MINUTE_MS);
      const openAt = (kind: Kind) => openTablet(kind, browser, product.url, opens);
      const tablets = await Promise.all(KINDS.map(openAt));
      if (Date.now() > opens - SECOND_MS) throw new Error('the tablets were not ready in time');
      results.push(...(await Promise.all(tablets.map((tablet) => awaitPopUp(tablet, opens)))));
      const { timersFireAt } = tablets.find(({ kind }) => kind === 'hidden') ?? {};
      say(`timers of the hidden page fire ${timersFireAt?.toFixed(2)} s after each full second`);
      for (const { close } of tablets) await close();
    }
    return KINDS.map((kind) => judge(kind, results)).every(Boolean);
  } finally {
    await browser.close();
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Returns the first full minute after that time, in milliseconds since the epoch. */
function nextMinute(milliseconds: number): number {
  return Math.ceil((Date.now() + milliseconds) / MINUTE_MS) * MINUTE_MS;
}

/** Opens the paired tablet of a household whose pop-up is due at that minute. */
async function openTablet(
  kind: Kind,
  browser: Browser,
  url: string,
  opens: number,
): Promise<Tablet> {
  const email = `${kind}-${opens}@example.com`;
  const family = await registerCookie(url, email, { timezone: 'UTC' });
  const due = new Date(opens - OPENS_MS).toISOString();
  await addDoses(url, family, 'Lisinopril', [due.slice(11, 16)]);
  const { context, close } =
    kind === 'hidden' ? await openBackgroundBrowser() : await openContext(browser);
  await context.addCookies(browserCookies(await pairTablet(url, family), url));
  const page = await context.newPage();
  await page.goto(url);
  await untilKnown(page);
  if (kind === 'offline') await context.setOffline(true);
  if (kind !== 'hidden') return { kind, page, close };
  await (await context.newPage()).bringToFront();
  return { kind, page, timersFireAt: await page.evaluate(whenTimersFire), close };
}

/**
 * Runs in the page after it was hidden. Several timers, because the first one may not be throttled
 * yet.
 */
async function whenTimersFire(): Promise<number> {
  for (let timer = 0; timer < 3; timer += 1) await new Promise((fire) => setTimeout(fire, 50));
  return (Date.now() % 1000) / 1000;
}

async function openContext(browser: Browser) {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1280, height: 800 },
  });
  return { context, close: () => context.close() };
}

async function awaitPopUp({ kind, page }: Tablet, opens: number): Promise<Result> {
  const seen = await Promise.race([
    page.evaluate(watchForPopUp, REMINDER_NAME.source),
    sleep(opens + MAX_WAIT_MS - Date.now()),
  ]);
  if (!seen) return { kind, secondsLate: MAX_WAIT_MS / SECOND_MS, visibility: 'not seen' };
  return { kind, secondsLate: (seen.at - opens) / SECOND_MS, visibility: seen.visibility };
}

/**
 * Runs in the page: resolves when a pop-up with that name is the topmost element. A visible page
 * must have painted it; for a hidden page its layout suffices.
 */
function watchForPopUp(name: string): Promise<Seen> {
  return new Promise((resolve) => {
    // Methods instead of functions, because the loader adds helpers to named functions that the
    // page does not have.
    const watch = {
      look() {
        const dialog = [...document.querySelectorAll('[role="alertdialog"]')].find((one) => {
          const heading = document.getElementById(one.getAttribute('aria-labelledby') ?? '');
          return new RegExp(name).test(heading?.textContent ?? '');
        });
        if (!dialog?.checkVisibility()) return;
        const { left, top, width, height } = dialog.getBoundingClientRect();
        const [topmost] = document
          .elementsFromPoint(left + width / 2, top + height / 2)
          // The input lock is above the dialog for a moment but invisible.
          .filter((element) => !element.matches('.touch-shield'));
        if (topmost && dialog.contains(topmost)) watch.note();
      },
      note() {
        observer.disconnect();
        if (document.visibilityState === 'hidden') watch.tell();
        // A separate task runs after the frame is painted.
        else requestAnimationFrame(() => setTimeout(() => watch.tell()));
      },
      tell() {
        resolve({ at: Date.now(), visibility: document.visibilityState });
      },
    };
    const observer = new MutationObserver(() => watch.look());
    observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    watch.look();
  });
}

function judge(kind: Kind, results: readonly Result[]): boolean {
  const own = results.filter((result) => result.kind === kind);
  const late = own.map(({ secondsLate }) => secondsLate);
  const expected = kind === 'hidden' ? 'hidden' : 'visible';
  const otherwise = own.find(({ visibility }) => visibility !== expected);
  const figure = Math.max(...late);
  // An early pop-up or a wrong visibility makes the measurement invalid.
  const isMeasured = otherwise === undefined && Math.min(...late) >= 0;
  if (isMeasured)
    reportFigure({ goal: 'P10', what: `a pop-up, ${kind}`, figure, most: GOAL, unit: 's' });
  const good = isMeasured && figure <= MOST[kind];
  const each = late.map((seconds) => seconds.toFixed(2)).join(', ');
  say(
    `pop-up ${kind}, the page ${otherwise?.visibility ?? expected}: ${each} s after its minute (at most ${MOST[kind]}, asked ${GOAL})${good ? '' : ': OVER'}`,
  );
  return good;
}

process.exitCode = (await benchPopUp(Number(values.rounds), Number(values.standing))) ? 0 : 1;
