import type { CDPSession, Locator, Page } from '@playwright/test';
import { untilStill } from './looks.ts';
import { expect } from './test.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the position of an element in the viewport, in CSS pixels. */
export async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (box === null) throw new Error('it has no place');
  return box;
}

export async function middleOf(target: Locator): Promise<Point> {
  const { x, y, width, height } = await boxOf(target);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Default radius of a fingertip on the screen, in CSS pixels. */
const FINGER_PX = 12;

/**
 * Maximum time until the browser acknowledges a touch event, in milliseconds. After this time it
 * never does.
 */
const UNHEARD_MS = 5_000;

interface Finger extends Point {
  readonly radius: number;
}

/**
 * Waits until presses have an effect: the input lock after a change or an action has ended, and
 * nothing moves.
 */
export async function untilHearing(page: Page, target = page.locator(':root')): Promise<void> {
  await untilStill(target);
  await expect(page.locator('.touch-shield')).toBeHidden();
}

/**
 * Presses a button after its input lock has ended. The button is scrolled into view first:
 * Playwright's own click scrolls while it presses, and a button that moves under the finger ignores
 * the press.
 */
export async function press(target: Locator): Promise<void> {
  await target.evaluate((button) =>
    button.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );
  // Waits until content above the button has loaded, so that it does not move the button any more.
  await untilHearing(target.page(), target);
  await target.click();
}

/** Fingers on the screen, sent as touch events to the browser. */
export class Hand {
  readonly #session: CDPSession;
  readonly #down = new Map<number, Finger>();
  /** Number of touch events that the browser did not acknowledge in time. */
  unheard = 0;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async on(page: Page): Promise<Hand> {
    return new Hand(await page.context().newCDPSession(page));
  }

  /** Sets the speed of all animations of the page, which include the input lock after a press. */
  async hurry(times: number): Promise<void> {
    await this.#session.send('Animation.enable');
    await this.#session.send('Animation.setPlaybackRate', { playbackRate: times });
  }

  /** Puts a fingertip on the screen. `radius` is in CSS pixels. */
  async down({ x, y }: Point, id = 0, radius = FINGER_PX): Promise<void> {
    this.#down.set(id, { x, y, radius });
    await this.#send('touchStart');
  }

  async move({ x, y }: Point, id = 0): Promise<void> {
    const { radius = FINGER_PX } = this.#down.get(id) ?? {};
    this.#down.set(id, { x, y, radius });
    await this.#send('touchMove');
  }

  /** Lifts the finger with this id. The other fingers stay on the screen. */
  async up(id = 0): Promise<void> {
    const lifted = this.#down.get(id);
    this.#down.delete(id);
    if (lifted) await this.#send('touchEnd', [[id, lifted]]);
  }

  /**
   * Touches the screen as briefly as possible: the finger is lifted before the browser has
   * acknowledged that it is down.
   */
  async tap(at: Point): Promise<void> {
    await Promise.all([this.down(at), this.up()]);
  }

  /** Puts a finger down, moves it in steps and lifts it at the end. */
  async drift(from: Point, by: Point, steps = 4): Promise<void> {
    await this.down(from);
    for (let step = 1; step <= steps; step += 1) {
      await this.move({ x: from.x + (by.x * step) / steps, y: from.y + (by.y * step) / steps });
    }
    await this.up();
  }

  /**
   * Sends a touch event. The protocol requires the list of all fingers that are down, or of those
   * that were lifted.
   */
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
    // Chromium never acknowledges two fingers that are on different frames of a page, such as a
    // player's iframe and the app.
    if (!isHeard) {
      this.unheard += 1;
      this.#down.clear();
      // Cancels the touch, because the browser may still count fingers as down.
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
