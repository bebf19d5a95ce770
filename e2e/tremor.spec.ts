import type { Page } from '@playwright/test';
import { MINUTE_MS } from '../src/kit/shared/durations.ts';
import { randomFrom } from '../src/testing/random.ts';
import { type Touched, watchActs } from './support/noted-acts.ts';
import { expect, test } from './support/test.ts';
import { Hand, type Point } from './support/touch.ts';
import { fill, HANDS, type Hands, setFor, wordsOf } from './support/tremor.ts';

const SEED = Number(process.env.TREMOR_SEED ?? 1);

/** The page's animations, and with them the silence after a press, run so many times as fast. */
const HURRY = 4;

/** Fingers fall again within this, inside the 800 ms in which a repetition is none. */
const LATEST_REPEAT_MS = 500;

/** A machine that brings the last finger down so shortly before the silence ends proves nothing. */
const RESERVE_MS = 150;

/** All screens are walked through from here; what is pressed there leads on. */
const STARTS = ['/', '/my-day', '/photos', '/activity/watch', '/activity/listen', '/activity/read'];

/** After so many gestures the walk begins somewhere else. */
const WALK = 15;

/** So often a finger falls on or beside a target; else anywhere. */
const AIMED = 0.7;

/** How far beside a target an aimed finger may fall, in CSS pixels. */
const BESIDE_PX = 12;

test.use({ hasTouch: true, viewport: { width: 1280, height: 800 } });

for (const hands of HANDS) {
  test(`${hands.touches} touches of a trembling hand over all elder screens, ${wordsOf(hands)}: none acts on anything but what lay under the finger, none twice`, async ({
    page,
    family,
    clockAt,
  }) => {
    test.setTimeout(20 * MINUTE_MS);
    await fill(family);
    await setFor(family, hands);
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
    for (let touches = 0, gesture = 0; touches < hands.touches; gesture += 1) {
      // The cog leads to the admin panel, which has rules of its own.
      if (gesture % WALK === 0 || isInPanel(page)) {
        await begin(page, random, hands);
        last = undefined;
      }
      const plan = planOf(random, await targetsOn(page));
      const happened = await happenedOn(page);
      if (last !== undefined) gestures += 1;
      if (last && mayBeJudged(last, happened)) {
        judged += 1;
        if (isWrong(last.plan, happened, hands))
          wrong.push(JSON.stringify({ ...last, ...happened }));
      }
      acted += happened.acts.length;
      met.add(happened.path);
      const began = performance.now();
      const unheard = hand.unheard;
      const fingers = await perform(hand, plan, page, hands);
      touches += fingers;
      if (hand.unheard > unheard) {
        // What the browser makes of it, and when, is no matter of the page: the walk begins anew.
        gesture = -1;
        continue;
      }
      const isInTime = (performance.now() - began) * HURRY < hands.repeatMs - RESERVE_MS;
      last = { plan, fingers, isInTime };
    }
    test.info().annotations.push({
      type: 'tremor',
      description: `${wordsOf(hands)}: ${hands.touches} touches, ${acted} acts, ${judged} of ${gestures} gestures judged, on ${[...met].join(', ')}`,
    });
    expect(wrong).toEqual([]);
    // Else nothing was tried.
    expect(acted).toBeGreaterThan(hands.touches / 20);
    expect(judged).toBeGreaterThan(gestures / 3);
  });
}

/** Opens one of the screens, with what is set for the hands. */
async function begin(page: Page, random: () => number, { holdMs }: Hands): Promise<void> {
  await page.goto(STARTS[Math.floor(random() * STARTS.length)] ?? '/');
  // Before that its taps count as usual.
  if (holdMs > 0) await page.locator('html[data-hold=on]').waitFor();
}

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

function isWrong({ kind }: Plan, { acts, touched }: Happened, { holdMs }: Hands): boolean {
  if (acts.length === 0) return false;
  // No finger rested for as long as that takes.
  if (touched.every(({ heldMs = 0 }) => heldMs < holdMs)) return true;
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
  /** How long a finger rests, in parts of what is asked of it. */
  readonly rest: number;
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
    rest: between(0.5, 2),
  };
}

/** Does it with the fingers; answers how many came down. */
async function perform(hand: Hand, plan: Plan, page: Page, { holdMs }: Hands): Promise<number> {
  const { kind, at, by, other, gaps } = plan;
  const rest = () => page.waitForTimeout(plan.rest * holdMs);
  const tap = async (where: Point) => {
    await hand.down(where);
    await rest();
    await hand.up();
  };
  if (kind === 'tap') await tap(at);
  if (kind === 'drift') {
    await hand.down(at);
    await rest();
    for (const part of [0.5, 1]) {
      await hand.move({ x: at.x + by.x * part, y: at.y + by.y * part });
    }
    await hand.up();
  }
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
  for (const [index, where] of taps.entries()) {
    await tap(where);
    if (index < taps.length - 1) {
      await page.waitForTimeout((gaps[index] ?? 0) / taps.length / HURRY);
    }
  }
  return taps.length;
}
