import type { CDPSession, Locator, Page } from '@playwright/test';
import { untilStill } from './looks.ts';
import { expect } from './test.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where something lies in the window, in CSS pixels. */
export async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (box === null) throw new Error('it has no place');
  return box;
}

export async function middleOf(target: Locator): Promise<Point> {
  const { x, y, width, height } = await boxOf(target);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Half the width of a fingertip on the screen, in CSS pixels. */
const FINGER_PX = 12;

/** A touch that was not acknowledged by then never will be. */
const UNHEARD_MS = 5_000;

interface Finger extends Point {
  readonly radius: number;
}

/**
 * Waits until presses count again: what appeared, changed or was acted upon a moment ago is over, and
 * nothing moves any more from under a finger.
 */
export async function untilHearing(page: Page, target = page.locator(':root')): Promise<void> {
  await untilStill(target);
  await expect(page.locator('.touch-shield')).toBeHidden();
}

/**
 * A press that counts. Playwright's own click scrolls while it presses, and a button that moves from
 * under the finger does not act.
 */
export async function press(target: Locator): Promise<void> {
  await target.evaluate((button) =>
    button.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );
  // What comes late above it no longer moves it.
  await untilHearing(target.page(), target);
  await target.click();
}

/** Fingers on the screen, as the browser gets them from a touch screen. */
export class Hand {
  readonly #session: CDPSession;
  readonly #down = new Map<number, Finger>();
  /** How many touches the browser has never acknowledged. */
  unheard = 0;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async on(page: Page): Promise<Hand> {
    return new Hand(await page.context().newCDPSession(page));
  }

  /** Makes every animation of the page so many times as fast, the silence after a press too. */
  async hurry(times: number): Promise<void> {
    await this.#session.send('Animation.enable');
    await this.#session.send('Animation.setPlaybackRate', { playbackRate: times });
  }

  /** A fingertip comes down; `radius` in CSS pixels. */
  async down({ x, y }: Point, id = 0, radius = FINGER_PX): Promise<void> {
    this.#down.set(id, { x, y, radius });
    await this.#send('touchStart');
  }

  async move({ x, y }: Point, id = 0): Promise<void> {
    const { radius = FINGER_PX } = this.#down.get(id) ?? {};
    this.#down.set(id, { x, y, radius });
    await this.#send('touchMove');
  }

  /** The finger is lifted; the others stay. */
  async up(id = 0): Promise<void> {
    const lifted = this.#down.get(id);
    this.#down.delete(id);
    if (lifted) await this.#send('touchEnd', [[id, lifted]]);
  }

  /** As short as a touch can be: the finger is lifted before the browser has answered to it. */
  async tap(at: Point): Promise<void> {
    await Promise.all([this.down(at), this.up()]);
  }

  /** Comes down, drifts in steps and is lifted there. */
  async drift(from: Point, by: Point, steps = 4): Promise<void> {
    await this.down(from);
    for (let step = 1; step <= steps; step += 1) {
      await this.move({ x: from.x + (by.x * step) / steps, y: from.y + (by.y * step) / steps });
    }
    await this.up();
  }

  /** The protocol wants all that are down, or those that are lifted. */
  async #send(
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    fingers: Iterable<[number, Finger]> = this.#down,
  ): Promise<void> {
    const touchPoints = [...fingers].map(([id, { x, y, radius }]) => ({
      id,
      x,
      y,
      radiusX: radius,
      radiusY: radius,
      force: 1,
    }));
    const isHeard = await this.#isHeard({ type, touchPoints });
    // Fingers on two frames of a page, such as a player's and ours: Chromium never acknowledges them.
    if (!isHeard) {
      this.unheard += 1;
      this.#down.clear();
      // The fingers may have been lifted all the same.
      await this.#isHeard({ type: 'touchCancel', touchPoints: [] }).catch(() => undefined);
    }
  }

  #isHeard(touch: Parameters<CDPSession['send']>[1]): Promise<boolean> {
    return Promise.race([
      this.#session.send('Input.dispatchTouchEvent', touch as never).then(() => true),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), UNHEARD_MS)),
    ]);
  }
}
