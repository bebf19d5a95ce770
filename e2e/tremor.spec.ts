import type { Page } from '@playwright/test';
import { MINUTE_MS } from '../src/platform/shared/durations.ts';
import { randomFrom } from '../tests/support/random.ts';
import { type Touched, watchActs } from './support/noted-acts.ts';
import { expect, test } from './support/test.ts';
import { Hand, type Point } from './support/touch.ts';
import { fill, HANDS, type Hands, setFor, wordsOf } from './support/tremor.ts';

const SEED = Number(process.env.TREMOR_SEED ?? 1);

/** Factor by which the page's animations run faster, including the input lock after a press. */
const HURRY = 4;

/**
 * Maximum time until a finger touches the screen again, in milliseconds; shorter than the 800 ms in
 * which a repetition is ignored.
 */
const LATEST_REPEAT_MS = 500;

/**
 * A gesture is judged only if its last finger touches the screen at least this long before the end
 * of the input lock; in milliseconds.
 */
const RESERVE_MS = 150;

/** Paths at which the random walk starts. From there it follows the links that it presses. */
const STARTS = ['/', '/my-day', '/photos', '/activity/watch', '/activity/listen', '/activity/read'];

/** Number of gestures after which the random walk starts again at another screen. */
const WALK = 15;

/** Share of touches on or near a target; the others have a random position. */
const AIMED = 0.7;

/** Maximum distance of an aimed touch from its target, in CSS pixels. */
const BESIDE_PX = 12;

test.use({ hasTouch: true, viewport: { width: 1280, height: 800 } });

for (const hands of HANDS) {
  test(`${hands.touches} touches of a trembling hand, ${wordsOf(hands)}, act only on targets under the finger, and once`, async ({
    page,
    family,
    clockAt,
  }) => {
    test.setTimeout(20 * MINUTE_MS);
    await fill(family);
    await setFor(family, hands);
    await clockAt('2026-03-10T14:42:00Z');
    await watchActs(page);
    // Closes every further page, because it would hide this one and stop its animations.
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
      // Starts again if the walk has reached the admin panel, which has other touch rules.
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
        // Starts again after a touch that the browser did not acknowledge, because its effect is
        // undefined.
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
    // Fails if too few gestures had an effect or could be judged.
    expect(acted).toBeGreaterThan(hands.touches / 20);
    expect(judged).toBeGreaterThan(gestures / 3);
  });
}

/** Opens a random screen and waits until the touch settings apply. */
async function begin(page: Page, random: () => number, { holdMs }: Hands): Promise<void> {
  await page.goto(STARTS[Math.floor(random() * STARTS.length)] ?? '/');
  // Waits for the settings, because before that taps count with the default ones.
  if (holdMs > 0) await page.locator('html[data-hold=on]').waitFor();
}

function isInPanel(page: Page): boolean {
  return new URL(page.url()).pathname.startsWith('/admin');
}

/**
 * Returns the boxes of the links and buttons that a finger can reach, after the input lock has
 * ended.
 */
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

/**
 * Returns the positions of the taps of a gesture, each slightly moved, because a trembling finger
 * never hits the same point twice.
 */
function tapsOf({ kind, at, by }: Plan): Point[] {
  const taps = { 'double tap': 2, 'triple tap': 3 }[kind as string] ?? 1;
  return Array.from({ length: taps }, (_, tap) => ({
    x: at.x + (tap * by.x) / 8,
    y: at.y + (tap * by.y) / 8,
  }));
}

/** Events of the page since the last call of `happenedOn`. */
interface Happened {
  readonly path: string;
  readonly acts: readonly string[];
  /** One entry for each finger that has touched the screen. */
  readonly touched: readonly Touched[];
}

/** A gesture that was performed. */
interface Done {
  readonly plan: Plan;
  readonly fingers: number;
  /**
   * True if all fingers of the gesture touched the screen during the input lock after the first
   * one.
   */
  readonly isInTime: boolean;
}

function mayBeJudged({ plan, fingers, isInTime }: Done, { touched }: Happened): boolean {
  if (!isInTime && /double|triple/.test(plan.kind)) return false;
  // True if each finger was reported. A player's iframe on the screen may delay the report of a
  // finger until the next finger touches the screen.
  return fingers === touched.length;
}

function happenedOn(page: Page): Promise<Happened> {
  return page.evaluate(async () => {
    // Waits for two frames, because events of the fingers may still be on their way from the
    // browser to the page.
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
  // An action is wrong if no finger rested for the required time.
  if (touched.every(({ heldMs = 0 }) => heldMs < holdMs)) return true;
  if (acts.length > 1 || kind === 'palm') return true;
  // With two fingers on two targets it is unknown which one was intended, so any action is wrong.
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
  /** Duration of the rest of a finger, as a multiple of the required time. */
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

/** Performs the gesture and returns the number of fingers that came down. */
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
