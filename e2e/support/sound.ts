import type { Page } from '@playwright/test';
import type { SharedClock } from './shared-clock.ts';
import { expect } from './test.ts';

/** A tone that the page has started with Web Audio. */
export interface Tone {
  readonly hertz: number;
  /** Start of the tone in milliseconds since the epoch, by the page's clock. */
  readonly startedAt: number;
  /** Times at which the page has called `stop` before the tone's own end. */
  readonly stops: readonly number[];
}

declare global {
  interface Window {
    tones: { hertz: number; startedAt: number; stops: number[] }[];
    /** Time of the last click on the page. */
    pressedAt: number;
  }
}

/** Records every oscillator that the page starts; call it before the page is opened. */
export async function listenForTones(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.tones = [];
    window.addEventListener('click', () => (window.pressedAt = Date.now()), { capture: true });
    const start = OscillatorNode.prototype.start;
    const stop = OscillatorNode.prototype.stop;
    const notes = new WeakMap<OscillatorNode, { stops: number[] }>();
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      const tone = { hertz: this.frequency.value, startedAt: Date.now(), stops: [] };
      notes.set(this, tone);
      window.tones.push(tone);
      start.call(this, when);
    };
    OscillatorNode.prototype.stop = function (this: OscillatorNode, when?: number) {
      notes.get(this)?.stops.push(Date.now());
      stop.call(this, when);
    };
  });
}

export function tonesOf(page: Page): Promise<Tone[]> {
  return page.evaluate(() => window.tones);
}

/**
 * Expects that an action stops the alarm at once and permanently. The clock is frozen during the
 * action, so that the result depends on timers of the page, but not on the speed of the machine.
 */
export async function expectSilenced(
  page: Page,
  clock: SharedClock,
  act: () => Promise<void>,
): Promise<void> {
  const sounding = await tonesOf(page);
  expect(sounding).toHaveLength(2);
  const already = sounding.at(-1)?.stops.length ?? 0;
  await act();
  const stops = async () => (await tonesOf(page)).at(-1)?.stops.slice(already) ?? [];
  await expect.poll(stops).toContain(clock.now.getTime() + 1);
  await clock.advance(60);
  expect(await tonesOf(page)).toHaveLength(sounding.length);
}

/** Returns the start times of the tones, in seconds after `from`. */
export async function secondsOfTones(page: Page, from: Date): Promise<number[]> {
  const tones = await tonesOf(page);
  // Rounded, because the clock of the tests is one millisecond past the full second.
  return tones.map(({ startedAt }) => Math.round((startedAt - from.getTime()) / 100) / 10);
}

/**
 * Makes only real presses count as user gestures; otherwise the browser would also count each
 * evaluation by a test. Must be called before the page is opened.
 */
export async function countOnlyRealPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userActivation', { value: undefined });
    HTMLMediaElement.prototype.play = () =>
      Promise.reject(new DOMException('not touched yet', 'NotAllowedError'));
  });
}
