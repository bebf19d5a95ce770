import type { Page } from '@playwright/test';
import type { SharedClock } from './shared-clock.ts';
import { expect } from './test.ts';

/** One tone as the page asked Web Audio for it. */
export interface Tone {
  readonly hertz: number;
  /** By the page's clock, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** When it was told to be silent, if it was told before its own end. */
  readonly stops: readonly number[];
}

declare global {
  interface Window {
    tones: { hertz: number; startedAt: number; stops: number[] }[];
    /** When the page was last pressed. */
    pressedAt: number;
  }
}

/** Notes every oscillator that the page starts; call it before the page is opened. */
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
 * That an act stops a sounding alarm without any time passing, and for good. The clock stands still
 * while it is done: how long a busy machine takes counts for nothing, a timer of the page does.
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

/** Seconds from an instant at which tones started. */
export async function secondsOfTones(page: Page, from: Date): Promise<number[]> {
  const tones = await tonesOf(page);
  // The tests' clock stands a millisecond past the second.
  return tones.map(({ startedAt }) => Math.round((startedAt - from.getTime()) / 100) / 10);
}

/**
 * Whatever a test asks of the page counts as a touch there: after this only real presses do. Call it
 * before the page is opened.
 */
export async function countOnlyRealPresses(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'userActivation', { value: undefined });
    HTMLMediaElement.prototype.play = () =>
      Promise.reject(new DOMException('not touched yet', 'NotAllowedError'));
  });
}
