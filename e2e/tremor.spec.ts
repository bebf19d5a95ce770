import type { Page } from '@playwright/test';
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
const WALK = 40;

test.use({ hasTouch: true, viewport: { width: 1280, height: 800 } });

/** What the page noted of the clicks that reached the product, and what lies under a point. */
declare global {
  interface Window {
    tremor: { acts: string[]; nameAt(point: Point): string | null };
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
    const plan = planOf(random);
    if (gesture % WALK === 0) {
      await page.goto(STARTS[Math.floor(random() * STARTS.length)] ?? '/');
      last = undefined;
    }
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

/** What lay under the fingers while they were not there yet. */
interface Under {
  readonly path: string;
  readonly under: string | null;
  readonly other: string | null;
}

/** Waits until presses count again; then what was acted upon until now, and what lies where. */
function lookAt(page: Page, { at, other }: Plan): Promise<Under & { acts: string[] }> {
  return page.evaluate(
    async ([first, second]) => {
      const shield = document.querySelector('.touch-shield');
      await Promise.all(shield?.getAnimations().map(({ finished }) => finished) ?? []);
      return {
        path: location.pathname,
        under: window.tremor.nameAt(first),
        other: window.tremor.nameAt(second),
        acts: window.tremor.acts.splice(0),
      };
    },
    [at, other] as const,
  );
}

function isWrong({ plan, under }: { plan: Plan; under: Under }, acts: readonly string[]): boolean {
  if (acts.length === 0) return false;
  if (acts.length > 1 || plan.kind === 'palm') return true;
  // Of two fingers on two things nobody knows which one was meant.
  const isAmbiguous = under.under !== null && under.other !== null && under.under !== under.other;
  if (plan.kind === 'two fingers' && isAmbiguous) return true;
  return !acts.every(
    (act) => act === under.under || act === (plan.kind === 'two fingers' ? under.other : null),
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

interface Plan {
  readonly kind: Kind;
  readonly at: Point;
  readonly by: Point;
  readonly other: Point;
  readonly gaps: readonly number[];
}

function planOf(random: () => number): Plan {
  const between = (least: number, most: number) => least + random() * (most - least);
  const point = () => ({ x: between(5, 1275), y: between(5, 795) });
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
  const taps = kind === 'double tap' ? 2 : 3;
  for (let tap = 0; tap < taps; tap += 1) {
    // A tremor beats: the hand does not come down at quite the same place.
    await hand.tap({ x: at.x + (tap * by.x) / 8, y: at.y + (tap * by.y) / 8 });
    if (tap < taps - 1) await page.waitForTimeout((gaps[tap] ?? 0) / taps / HURRY);
  }
  return taps;
}

/** Notes every click that the product hears, by the name of what it is for. */
async function watchActs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const targetOf = (element: Element | null) => element?.closest('a[href],button') ?? null;
    const nameOf = (target: Element) => {
      // Each target by itself, also where two are called the same.
      const all = [...document.querySelectorAll('a[href],button')];
      const words = target.getAttribute('aria-label') ?? target.textContent;
      return `${location.pathname} ${words} #${all.indexOf(target)}`;
    };
    const acts: string[] = [];
    window.tremor = {
      acts,
      nameAt({ x, y }) {
        const target = targetOf(document.elementFromPoint(x, y));
        return target && nameOf(target);
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
  });
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

/** Mulberry32: small, seeded, and good enough to wander about. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
