import type { Page } from '@playwright/test';
import type { Point } from './touch.ts';

/** What lay under a fingertip when it came down. */
export interface Touched {
  readonly middle: string | null;
  /** Under its edge too. */
  readonly names: readonly string[];
  /** How long the finger rested, once it is lifted; by the events' own clock, in milliseconds. */
  readonly heldMs?: number;
}

/** What the page noted of the clicks that reached the product, and what lies under a point. */
declare global {
  interface Window {
    tremor: {
      acts: string[];
      /** What lay under each fingertip when it came down, unless the page was deaf then. */
      touched: Touched[];
      nameAt(point: Point): string | null;
    };
  }
}

/** Notes every click that the product hears, by the name of what it is for. */
export async function watchActs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const targetOf = (element: Element | null) => element?.closest('a[href],button') ?? null;
    const numbers = new WeakMap<Element, number>();
    let numbered = 0;
    const nameOf = (target: Element) => {
      // Each target by itself, also where two are called the same or stand elsewhere by now.
      const number = numbers.get(target) ?? numbered++;
      numbers.set(target, number);
      // A link is where it leads: its words may come while a finger rests on it.
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
    // The browser looks around the middle of a fingertip for what may have been meant (touch adjustment).
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
