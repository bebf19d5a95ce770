import type { Page } from '@playwright/test';
import { randomFrom } from '../src/kit/shared/random.testing.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';
import { FINGER_PX, Hand, type Point } from './support/touch.ts';

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

/** What the page noted of the clicks that reached the product, and what lies under a point. */
declare global {
  interface Window {
    tremor: {
      acts: string[];
      nameAt(point: Point): string | null;
      namesUnder(point: Point): string[];
    };
  }
}

test(`${TOUCHES} touches of a trembling hand over all elder screens: none acts on anything but what lay under the finger, none twice`, async ({
  page,
  family,
  clockAt,
}) => {
  test.setTimeout(20 * 60_000);
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
  let last: { plan: Plan; under: Under; isJudged: boolean } | undefined;
  for (let touches = 0, gesture = 0; touches < TOUCHES; gesture += 1) {
    // The cog leads to the admin panel, which has rules of its own.
    if (gesture % WALK === 0 || new URL(page.url()).pathname.startsWith('/admin')) {
      await page.goto(STARTS[Math.floor(random() * STARTS.length)] ?? '/');
      last = undefined;
    }
    const plan = planOf(random, await targetsOn(page));
    const { acts, ...under } = await lookAt(page, plan);
    if (last !== undefined) {
      gestures += 1;
      if (last.isJudged) judged += 1;
      if (last.isJudged && isWrong(last, acts)) {
        wrong.push(JSON.stringify({ gesture, ...last, acts }));
      }
    }
    acted += acts.length;
    met.add(under.path);
    const began = performance.now();
    touches += await perform(hand, plan, page);
    const isInTime = (performance.now() - began) * HURRY < JUDGED_WITHIN_MS;
    const isJudged = isInTime || !/double|triple/.test(plan.kind);
    last = { plan, under, isJudged };
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

/** What lay under the fingers while they were not there yet. */
interface Under {
  readonly path: string;
  /** What any tap's fingertip touches, with its edge too: the browser looks there (touch adjustment). */
  readonly under: readonly string[];
  /** What lies under the middle of the first tap. */
  readonly first: string | null;
  readonly other: string | null;
}

/** What was acted upon until now, and what lies where the fingers are to fall. */
function lookAt(page: Page, plan: Plan): Promise<Under & { acts: string[] }> {
  return page.evaluate(
    ([points, second]) => ({
      path: location.pathname,
      under: points.flatMap((point) => window.tremor.namesUnder(point)),
      first: window.tremor.nameAt(points[0] ?? second),
      other: window.tremor.nameAt(second),
      acts: window.tremor.acts.splice(0),
    }),
    [tapsOf(plan), plan.other] as const,
  );
}

/** Where the taps fall: a tremor beats, and does not come down at quite the same place. */
function tapsOf({ kind, at, by }: Plan): Point[] {
  const taps = { 'double tap': 2, 'triple tap': 3 }[kind as string] ?? 1;
  return Array.from({ length: taps }, (_, tap) => ({
    x: at.x + (tap * by.x) / 8,
    y: at.y + (tap * by.y) / 8,
  }));
}

function isWrong({ plan, under }: { plan: Plan; under: Under }, acts: readonly string[]): boolean {
  if (acts.length === 0) return false;
  if (acts.length > 1 || plan.kind === 'palm') return true;
  // Of two fingers on two things nobody knows which one was meant.
  const { first } = under;
  const isAmbiguous = first !== null && under.other !== null && first !== under.other;
  if (plan.kind === 'two fingers' && isAmbiguous) return true;
  return !acts.every(
    (act) =>
      under.under.includes(act) || act === (plan.kind === 'two fingers' ? under.other : null),
  );
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

/** Notes every click that the product hears, by the name of what it is for. */
async function watchActs(page: Page): Promise<void> {
  await page.addInitScript((fingerPx) => {
    const targetOf = (element: Element | null) => element?.closest('a[href],button') ?? null;
    const nameOf = (target: Element) => {
      // Each target by itself, also where two are called the same.
      const all = [...document.querySelectorAll('a[href],button')];
      const words = target.getAttribute('aria-label') ?? target.textContent;
      return `${location.pathname} ${words} #${all.indexOf(target)}`;
    };
    const acts: string[] = [];
    const nameAt = ({ x, y }: Point) => {
      // The page may have gone deaf since; what lies there is the same.
      const all = document.elementsFromPoint(x, y);
      const target = targetOf(all.find((each) => !each.matches('.touch-shield')) ?? null);
      return target && nameOf(target);
    };
    window.tremor = {
      acts,
      nameAt,
      namesUnder({ x, y }) {
        const around = [-1, 0, 1].flatMap((across) =>
          [-1, 0, 1].map((down) => nameAt({ x: x + across * fingerPx, y: y + down * fingerPx })),
        );
        return around.filter((name) => name !== null);
      },
    };
    // The document's own listener comes first, and what it refuses is not heard of here.
    document.addEventListener('DOMContentLoaded', () =>
      document.body.addEventListener(
        'click',
        ({ target }) => {
          const pressed = target instanceof Element ? targetOf(target) : null;
          if (pressed) acts.push(nameOf(pressed));
        },
        { capture: true },
      ),
    );
  }, FINGER_PX);
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
