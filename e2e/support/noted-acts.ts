import type { Page } from '@playwright/test';
import type { Point } from './touch.ts';

/**
 * Links and buttons under a fingertip at the moment when it touched the screen. `middle` is the one
 * below its middle.
 */
export interface Touched {
  readonly middle: string | null;
  /** Names of all links and buttons under the fingertip, including those near its edge. */
  readonly names: readonly string[];
  /**
   * Time from the touch until the finger was lifted, in milliseconds, by the timestamps of the
   * events; undefined while the finger is down.
   */
  readonly heldMs?: number;
}

/**
 * Functions and records that `watchActs` adds to the page: `acts` has the clicks that have reached
 * the app.
 */
declare global {
  interface Window {
    tremor: {
      acts: string[];
      /**
       * The links and buttons under each fingertip when it touched the screen. Touches during the
       * input lock are not recorded.
       */
      touched: Touched[];
      nameAt(point: Point): string | null;
    };
  }
}

/**
 * Records every click that reaches the app's handlers, by the name of the clicked link or button.
 */
export async function watchActs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const targetOf = (element: Element | null) => element?.closest('a[href],button') ?? null;
    const numbers = new WeakMap<Element, number>();
    let numbered = 0;
    const nameOf = (target: Element) => {
      // Each link or button has its own number, because two may have the same name, and one may
      // move.
      const number = numbers.get(target) ?? numbered++;
      numbers.set(target, number);
      // A link is named by its URL, because its text may change while a finger rests on it.
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
    // Points around the middle of a fingertip, because the browser searches there for the intended
    // target (touch adjustment).
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
    // Listens at `body`: the app's own listener at the document runs first, and a click that it
    // blocks does not arrive here.
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
