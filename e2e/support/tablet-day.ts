import type { BrowserContext, Page, Route } from '@playwright/test';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/platform/shared/durations.ts';
import { answerFrozen, reminderOf } from './offline.ts';
import type { SharedClock } from './shared-clock.ts';
import { expect, type Family, MAX_START_MS } from './test.ts';

/** Maximum step by which the clocks are moved; shorter than the time between two polls. */
const JUMP_MS = 20 * SECOND_MS;

/** Maximum time between two polls of a tablet with a connection. */
const POLL_SECONDS = 31;

/** The reminder opens five minutes before the scheduled time, and closes an hour after it. */
const OPENS_BEFORE_MS = 5 * MINUTE_MS;
const CLOSES_AFTER_MS = HOUR_MS;

/** Minimum time between the end of an outage and the start of the next one. */
const REST_MS = 2 * MINUTE_MS;

export interface Tablet {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly clock: SharedClock;
  readonly family: Family;
}

export interface DayPlan {
  /** Start of the simulated day, at a full minute. */
  readonly start: string;
  readonly hours: number;
  /** Scheduled times of the doses. No two dose windows overlap. */
  readonly due: readonly string[];
  readonly cuts: number;
  /** Seed of the random numbers. The same seed always produces the same day. */
  readonly seed: number;
  /** Called with progress messages. */
  readonly tell?: (line: string) => void;
}

/** Buttons from which the answers are chosen at random; their number determines the frequency. */
const USUAL = ['Taken', 'Taken', 'Taken', 'Taken', 'Skip', 'Missed'] as const;

export interface Answered {
  readonly due: string;
  readonly status: 'taken' | 'skipped' | 'missed';
  readonly pressedAt: number;
  /** True if Taken was pressed first and then undone. */
  readonly wasUndone: boolean;
}

const STATUSES = { Taken: 'taken', Skip: 'skipped', Missed: 'missed' } as const;

/** Kinds of outages. */
const KINDS = ['no network', 'no server', 'not ready', 'answers lost'] as const;
type Kind = (typeof KINDS)[number];

interface Moment {
  readonly at: number;
  readonly act: () => Promise<void>;
}

/**
 * Simulates a day on a tablet whose home screen is open at `start` with a frozen clock. The network
 * fails repeatedly, and each dose is answered at some time in its dose window. Returns the answers.
 */
export async function liveThroughTheDay(tablet: Tablet, plan: DayPlan): Promise<Answered[]> {
  const random = seeded(plan.seed);
  const start = Date.parse(plan.start);
  const answered: Answered[] = [];
  const answers = plan.due.map((due, index): Moment => {
    const at = Date.parse(due) - OPENS_BEFORE_MS + random() * (CLOSES_AFTER_MS - MINUTE_MS);
    return { at, act: async () => void answered.push(await answer(tablet, due, index, random)) };
  });
  const moments = [...cutsOf(tablet, plan, random), ...answers].sort((a, b) => a.at - b.at);
  for (const [index, { at, act }] of moments.entries()) {
    await goTo(tablet.clock, Math.floor(at / SECOND_MS) * SECOND_MS);
    await act();
    plan.tell?.(`${tablet.clock.now.toISOString()}: ${index + 1} of ${moments.length}`);
  }
  await goTo(tablet.clock, start + plan.hours * HOUR_MS);
  return answered;
}

function cutsOf(tablet: Tablet, { start, hours, cuts }: DayPlan, random: () => number): Moment[] {
  const share = (hours * HOUR_MS) / cuts;
  return Array.from({ length: cuts }, (_, index) => {
    const from = Date.parse(start) + index * share;
    const longest = share - REST_MS;
    const lasts = 10 * SECOND_MS + random() * (longest - 10 * SECOND_MS);
    const begins = from + random() * (longest - lasts);
    const kind = KINDS[index % KINDS.length] ?? 'no network';
    const reloads = kind === 'no server' && random() < 0.5;
    let end: () => Promise<void> = async () => undefined;
    return [
      {
        at: begins,
        act: async () => {
          // Waits for another poll. An answer that was pending while the clock was moved makes the
          // tablet distrust its clock, and the next answer corrects that.
          await tablet.clock.advance(POLL_SECONDS);
          end = await cut(tablet, kind);
          // The page itself loads from the cache, but its API calls fail.
          if (reloads) await reload(tablet.page);
        },
      },
      { at: begins + lasts, act: () => end() },
    ];
  }).flat();
}

/**
 * Reloads the page and waits until the page knows its user: an answer that is pending while a test
 * moves the clock would set the page's clock wrong.
 */
async function reload(page: Page): Promise<void> {
  await Promise.all([page.waitForResponse('**/api/auth/user'), page.reload()]);
  await expect(page.locator('#root > *').first()).toBeAttached({ timeout: MAX_START_MS });
}

/** Starts an outage and returns the function that ends it. */
async function cut({ context }: Tablet, kind: Kind): Promise<() => Promise<void>> {
  if (kind === 'no network') {
    await context.setOffline(true);
    return () => context.setOffline(false);
  }
  const isCut = (url: URL) => url.pathname.startsWith('/api/') && url.pathname !== '/api/auth/user';
  const handle = async (route: Route) => {
    if (kind === 'not ready') {
      return route.fulfill({ status: 503, json: { error: 'The server is not ready.' } });
    }
    // In this kind of outage the server processes the request, but its answer is lost.
    if (kind === 'answers lost' && route.request().method() === 'POST') await route.fetch();
    return route.abort('connectionreset');
  };
  await context.route(isCut, handle);
  return () => context.unroute(isCut, handle);
}

/** Answers the open reminder; every fourth dose is taken, undone and answered again. */
export async function answer(
  { page, clock }: Pick<Tablet, 'page' | 'clock'>,
  due: string,
  index: number,
  random: () => number,
): Promise<Answered> {
  await expect(reminderOf(page)).toBeVisible({ timeout: MAX_START_MS });
  const wasUndone = index % 4 === 1;
  if (wasUndone) {
    await answerFrozen(page, clock, 'Taken');
    await untilTried(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(async () => {
      await page.clock.runFor(10);
      await expect(reminderOf(page)).toBeVisible({ timeout: 100 });
    }).toPass();
  }
  const name = USUAL[Math.floor(random() * USUAL.length)] ?? 'Taken';
  await answerFrozen(page, clock, name);
  await untilTried(page);
  return { due, status: STATUSES[name], pressedAt: clock.now.getTime(), wasUndone };
}

/**
 * Waits until the page has tried to send the answer, because moving the clock before that would
 * change the reported time.
 */
async function untilTried(page: Page): Promise<void> {
  const message = page.getByText(/^(Medication logged\. |Kept here\.)/);
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(message).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: MAX_START_MS });
}

/** Moves frozen clocks to an instant, in steps of `jump` milliseconds. */
export async function goTo(clock: SharedClock, instant: number, jump = JUMP_MS): Promise<void> {
  while (clock.now.getTime() < instant) {
    await clock.freezeAt(new Date(Math.min(instant, clock.now.getTime() + jump)));
  }
}

/** Pseudorandom numbers from 0 to 1, determined by the seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface LogOfDose {
  readonly id: string;
  readonly scheduledTime: string;
  readonly status: string;
  readonly loggedAt: string;
}

export interface Verdict {
  readonly standing: number;
  readonly wrong: readonly string[];
}

/**
 * Tolerated difference of times, because a tablet knows the server's clock only to whole seconds.
 */
const CLOCK_MS = 3 * SECOND_MS;

/**
 * Compares the household's dose logs with the answers: there must be one log for each dose, with
 * the right status and time.
 */
export async function judge({ request }: Family, answered: readonly Answered[]): Promise<Verdict> {
  const logs: LogOfDose[] = await (await request.get('/api/medication-logs?limit=1000')).json();
  const wrong: string[] = [];
  for (const { due, status, pressedAt, wasUndone } of answered) {
    const ofDose = logs.filter((log) => Date.parse(log.scheduledTime) === Date.parse(due));
    const [log] = ofDose;
    if (log === undefined || ofDose.length > 1) {
      wrong.push(`${due}: ${ofDose.length} logs`);
      continue;
    }
    if (log.status !== status) wrong.push(`${due}: ${log.status} in place of ${status}`);
    const off = Date.parse(log.loggedAt) - pressedAt;
    if (Math.abs(off) > CLOCK_MS) wrong.push(`${due}: logged ${off} ms off`);
    const said = await saidOf(request, log.id);
    const expected = wasUndone ? [status, `taken, pending, ${status}`] : [status];
    if (!expected.includes(said)) wrong.push(`${due}: the history says ${said}`);
  }
  return { standing: logs.length, wrong };
}

async function saidOf(request: Family['request'], logId: string): Promise<string> {
  const attempts: { status: string; by: string | null }[] = await (
    await request.get(`/api/medication-logs/${logId}/attempts`)
  ).json();
  return attempts
    .filter(({ by }) => by !== null)
    .map(({ status }) => status)
    .join(', ');
}
