import type { Page } from '@playwright/test';
import type { Point } from './touch.ts';

/** The targets under a fingertip when it came down. */
export interface Touched {
  readonly middle: string | null;
  /** Includes targets near its edge. */
  readonly names: readonly string[];
  /** Time until the finger was lifted, by the timestamps of the events, in milliseconds. */
  readonly heldMs?: number;
}

/** Records clicks that reach the app's handlers, and finds the target at a point. */
declare global {
  interface Window {
    tremor: {
      acts: string[];
      /** The targets under each fingertip when it came down, unless the input lock was active. */
      touched: Touched[];
      nameAt(point: Point): string | null;
    };
  }
}

/** Records every click that reaches the app, by the name of its target. */
export async function watchActs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const targetOf = (element: Element | null) => element?.closest('a[href],button') ?? null;
    const numbers = new WeakMap<Element, number>();
    let numbered = 0;
    const nameOf = (target: Element) => {
      // Each target has its own number, even if two have the same name or a target has moved.
      const number = numbers.get(target) ?? numbered++;
      numbers.set(target, number);
      // A link is named by its address, because its text may appear while a finger rests on it.
      const words = target.getAttribute('aria-label') ?? target.textContent;
      return `${location.pathname} ${target.getAttribute('href') ?? words} #${number}`;
    };
    const acts: string[] = [];
    const nameAt = ({ x, y }: Point) => {
      const target = targetOf(document.elementFromPoint(x, y));
      return target && nameOf(target);
    };
    const touched: Touched[] = [];
    const down = new Map<number, { index: number; since: number }>();
    // The browser searches around the middle of a fingertip for the intended target (touch
    // adjustment).
    const around = [-16, -8, 0, 8, 16];
    window.addEventListener(
      'pointerdown',
      ({ clientX, clientY, pointerId, timeStamp }) => {
        down.set(pointerId, { index: touched.length, since: timeStamp });
        const names = around.flatMap((across) =>
          around.map((down) => nameAt({ x: clientX + across, y: clientY + down })),
        );
        touched.push({
          middle: nameAt({ x: clientX, y: clientY }),
          names: [...new Set(names.filter((name) => name !== null))],
        });
      },
      { capture: true },
    );
    window.addEventListener(
      'pointerup',
      ({ timeStamp, pointerId }) => {
        const finger = down.get(pointerId);
        const last = finger && touched[finger.index];
        if (finger && last) touched[finger.index] = { ...last, heldMs: timeStamp - finger.since };
      },
      { capture: true },
    );
    window.tremor = {
      acts,
      touched,
      nameAt,
    };
    // The listener of the document runs first; clicks that it blocks do not arrive here.
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
