import type { Page } from '@playwright/test';
import { MINUTE_MS } from '../src/kit/shared/durations.ts';
import { randomFrom } from '../src/testing/random.ts';
import { type Touched, watchActs } from './support/noted-acts.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';
import { Hand, type Point } from './support/touch.ts';

/** How many touches; each finger that comes down is one. Two thousand take a quarter of an hour. */
const TOUCHES = Number(process.env.TREMOR_TOUCHES ?? 250);
const SEED = Number(process.env.TREMOR_SEED ?? 1);

/** The page's animations, and with them the silence after a press, run so many times as fast. */
const HURRY = 4;

/** Fingers fall again within this, inside the 800 ms in which a repetition is none. */
const LATEST_REPEAT_MS = 500;

/** A machine that brings the last finger down later than this after the first proves nothing. */
const JUDGED_WITHIN_MS = 650;

/** All screens are walked through from here; what is pressed there leads on. */
const STARTS = ['/', '/my-day', '/photos', '/activity/watch', '/activity/listen', '/activity/read'];

/** After so many gestures the walk begins somewhere else. */
const WALK = 15;

/** So often a finger falls on or beside a target; else anywhere. */
const AIMED = 0.7;

/** How far beside a target an aimed finger may fall, in CSS pixels. */
const BESIDE_PX = 12;

test.use({ hasTouch: true, viewport: { width: 1280, height: 800 } });

test(`${TOUCHES} touches of a trembling hand over all elder screens: none acts on anything but what lay under the finger, none twice`, async ({
  page,
  family,
  clockAt,
}) => {
  test.setTimeout(20 * MINUTE_MS);
  await fill(family);
  await clockAt('2026-03-10T14:42:00Z');
  await watchActs(page);
  // What opens beside the page would leave it hidden, and its animations at rest.
  page.context().on('page', (other) => void other.close());
  const random = randomFrom(SEED);
  const hand = await Hand.on(page);
  await hand.hurry(HURRY);
  const wrong: string[] = [];
  const met = new Set<string>();
  let acted = 0;
  let judged = 0;
  let gestures = 0;
  let last: Done | undefined;
  for (let touches = 0, gesture = 0; touches < TOUCHES; gesture += 1) {
    // The cog leads to the admin panel, which has rules of its own.
    if (gesture % WALK === 0 || isInPanel(page)) {
      await page.goto(STARTS[Math.floor(random() * STARTS.length)] ?? '/');
      last = undefined;
    }
    const plan = planOf(random, await targetsOn(page));
    const happened = await happenedOn(page);
    if (last !== undefined) gestures += 1;
    if (last && mayBeJudged(last, happened)) {
      judged += 1;
      if (isWrong(last.plan, happened)) wrong.push(JSON.stringify({ ...last, ...happened }));
    }
    acted += happened.acts.length;
    met.add(happened.path);
    const began = performance.now();
    const unheard = hand.unheard;
    const fingers = await perform(hand, plan, page);
    touches += fingers;
    if (hand.unheard > unheard) {
      // What the browser makes of it, and when, is no matter of the page: the walk begins anew.
      gesture = -1;
      continue;
    }
    const isInTime = (performance.now() - began) * HURRY < JUDGED_WITHIN_MS;
    last = { plan, fingers, isInTime };
  }
  test.info().annotations.push({
    type: 'tremor',
    description: `${TOUCHES} touches, ${acted} acts, ${judged} of ${gestures} gestures judged, on ${[...met].join(', ')}`,
  });
  expect(wrong).toEqual([]);
  // Else nothing was tried.
  expect(acted).toBeGreaterThan(TOUCHES / 20);
  expect(judged).toBeGreaterThan(gestures / 3);
});

function isInPanel(page: Page): boolean {
  return new URL(page.url()).pathname.startsWith('/admin');
}

/** Where the links and buttons lie that a finger can reach, once presses count again. */
function targetsOn(page: Page): Promise<Box[]> {
  return page.evaluate(async () => {
    const shield = document.querySelector('.touch-shield');
    await Promise.all(shield?.getAnimations().map(({ finished }) => finished) ?? []);
    return [...document.querySelectorAll('a[href],button')]
      .map((target) => target.getBoundingClientRect().toJSON() as Box)
      .filter(({ x, y, width, height }) => {
        const [middleX, middleY] = [x + width / 2, y + height / 2];
        return width > 0 && window.tremor.nameAt({ x: middleX, y: middleY }) !== null;
      });
  });
}

/** Where the taps fall: a tremor beats, and does not come down at quite the same place. */
function tapsOf({ kind, at, by }: Plan): Point[] {
  const taps = { 'double tap': 2, 'triple tap': 3 }[kind as string] ?? 1;
  return Array.from({ length: taps }, (_, tap) => ({
    x: at.x + (tap * by.x) / 8,
    y: at.y + (tap * by.y) / 8,
  }));
}

/** What the page noted since it was asked before. */
interface Happened {
  readonly path: string;
  readonly acts: readonly string[];
  /** Of each finger that came down. */
  readonly touched: readonly Touched[];
}

/** A gesture that was made. */
interface Done {
  readonly plan: Plan;
  readonly fingers: number;
  /** All its fingers came down within the silence after the first. */
  readonly isInTime: boolean;
}

function mayBeJudged({ plan, fingers, isInTime }: Done, { touched }: Happened): boolean {
  if (!isInTime && /double|triple/.test(plan.kind)) return false;
  // With a player's frame in between, a finger is heard of when the next one is down already.
  return fingers === touched.length;
}

function happenedOn(page: Page): Promise<Happened> {
  return page.evaluate(async () => {
    // What the fingers did may still be on its way from the browser to the page.
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    await frame();
    await frame();
    return {
      path: location.pathname,
      acts: window.tremor.acts.splice(0),
      touched: window.tremor.touched.splice(0),
    };
  });
}

function isWrong({ kind }: Plan, { acts, touched }: Happened): boolean {
  if (acts.length === 0) return false;
  if (acts.length > 1 || kind === 'palm') return true;
  // Of two fingers on two things nobody knows which one was meant.
  const [first, second] = touched.map(({ middle }) => middle ?? undefined);
  const isAmbiguous = first !== undefined && second !== undefined && first !== second;
  if (kind === 'two fingers' && isAmbiguous) return true;
  return !acts.every((act) => touched.some(({ names }) => names.includes(act)));
}

type Kind = 'tap' | 'drift' | 'double tap' | 'triple tap' | 'two fingers' | 'palm';
const KINDS: readonly Kind[] = [
  'tap',
  'drift',
  'double tap',
  'double tap',
  'triple tap',
  'two fingers',
  'palm',
];

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Plan {
  readonly kind: Kind;
  readonly at: Point;
  readonly by: Point;
  readonly other: Point;
  readonly gaps: readonly number[];
}

function planOf(random: () => number, targets: readonly Box[]): Plan {
  const between = (least: number, most: number) => least + random() * (most - least);
  const clamped = (value: number, most: number) => Math.min(Math.max(value, 5), most - 5);
  const point = () => {
    const target = targets[Math.floor(random() * targets.length)];
    if (target === undefined || random() > AIMED) {
      return { x: between(5, 1275), y: between(5, 795) };
    }
    const { x, y, width, height } = target;
    return {
      x: clamped(between(x - BESIDE_PX, x + width + BESIDE_PX), 1280),
      y: clamped(between(y - BESIDE_PX, y + height + BESIDE_PX), 800),
    };
  };
  return {
    kind: KINDS[Math.floor(random() * KINDS.length)] ?? 'tap',
    at: point(),
    by: { x: between(-60, 60), y: between(-60, 60) },
    other: point(),
    gaps: [between(80, LATEST_REPEAT_MS), between(80, LATEST_REPEAT_MS)],
  };
}

/** Does it with the fingers; answers how many came down. */
async function perform(hand: Hand, plan: Plan, page: Page): Promise<number> {
  const { kind, at, by, other, gaps } = plan;
  if (kind === 'tap') await hand.tap(at);
  if (kind === 'drift') await hand.drift(at, by);
  if (kind === 'palm') {
    await hand.down(at, 0, 70);
    await hand.up(0);
  }
  if (kind === 'two fingers') {
    await hand.down(at, 0);
    await hand.down(other, 1);
    await hand.up(0);
    await hand.up(1);
    return 2;
  }
  if (kind !== 'double tap' && kind !== 'triple tap') return 1;
  const taps = tapsOf(plan);
  for (const [index, tap] of taps.entries()) {
    await hand.tap(tap);
    if (index < taps.length - 1) {
      await page.waitForTimeout((gaps[index] ?? 0) / taps.length / HURRY);
    }
  }
  return taps.length;
}

/** A household with something on each screen. */
async function fill(family: Family): Promise<void> {
  const { request } = family;
  for (const [index, time] of ['07:00', '09:00', '09:00', '09:00', '10:40', '20:00'].entries()) {
    await addMedication(family, { name: `Medication ${index}`, times: [time] });
  }
  await addMedication(family, { name: 'Eye drops', frequency: 'as_needed', times: [] });
  for (const id of [1, 2, 3, 4, 5, 6]) {
    await request.post('/api/videos', {
      data: { title: `Video ${id}`, url: `https://www.youtube.com/watch?v=video${id}12345` },
    });
    await request.post('/api/playlists', {
      data: { name: `List ${id}`, spotifyUrl: `https://open.spotify.com/playlist/${id}abc` },
    });
    await request.post('/api/articles', {
      data: { title: `Article ${id}`, source: 'Example', url: `https://example.com/${id}` },
    });
  }
}
