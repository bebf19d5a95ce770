import { type CDPSession, expect, type Page } from '@playwright/test';
import type { Words } from './elder-household.ts';
import { elderFlaws, expectAccessible } from './looks.ts';
import { WINDOWS_OF_HOMES } from './windows.ts';

/** Window sizes of elders: tablets, phones, and tablets at several levels of browser zoom. */
export const WINDOWS = [
  ...WINDOWS_OF_HOMES.map((window) => ({ ...window, zoom: 1 })),
  { width: 320, height: 640, zoom: 1 },
  { width: 640, height: 400, zoom: 2 },
  { width: 400, height: 640, zoom: 2 },
  { width: 320, height: 200, zoom: 4 },
  { width: 200, height: 320, zoom: 4 },
];

type Windows = readonly (typeof WINDOWS)[number][];

/** Widths of the windows in which axe is run as well. */
const AXE_WIDTHS = [1280, 390];

/** Returns the names and dosages of the medications, which are never cut off. */
export const namesIn = ({ medication: { name, dosage }, other }: Words): string[] =>
  [name, dosage, other.name].map((word) => word.slice(0, 40));

/** Checks a page in every window size without reloading it. */
export class Walk {
  readonly flaws: string[] = [];
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #names: readonly string[];

  readonly #windows: Windows;

  private constructor(page: Page, session: CDPSession, names: readonly string[], windows: Windows) {
    this.#page = page;
    this.#session = session;
    this.#names = names;
    this.#windows = windows;
  }

  /** `names` are the texts that may not be cut off. */
  static async on(page: Page, names: readonly string[], windows: Windows = WINDOWS): Promise<Walk> {
    return new Walk(page, await page.context().newCDPSession(page), names, windows);
  }

  async look(screen: string): Promise<void> {
    for (const { width, height, zoom } of this.#windows) {
      await this.#session.send('Emulation.setDeviceMetricsOverride', {
        ...{ width, height, deviceScaleFactor: zoom, mobile: false },
      });
      const found = (await elderFlaws(this.#page, this.#names)).filter((flaw) => {
        // Below a width of 320 px a page may scroll horizontally: WCAG 1.4.10 requires only that it
        // fits into 320 px.
        return width >= 320 || !flaw.startsWith('scrolls sideways');
      });
      this.flaws.push(...found.map((flaw) => `${screen}, ${width}x${height}: ${flaw}`));
      if (AXE_WIDTHS.includes(width) && zoom === 1) await this.#runAxe();
    }
    await this.#session.send('Emulation.clearDeviceMetricsOverride');
  }

  /** Scrolls to the end of the page first, where the bar with Show more covers no button. */
  async #runAxe(): Promise<void> {
    await this.#page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expectAccessible(this.#page, 'elder');
    await this.#page.evaluate(() => scrollTo(0, 0));
  }
}

interface Expected {
  /** Texts that may not be cut off. */
  readonly names?: readonly string[];
  /** Matches flaws that are intended. */
  readonly allowed?: RegExp;
}

/** Expects no flaw of a screen in any window. */
export async function expectNoFlaws(
  page: Page,
  screen: string,
  { names = [], allowed }: Expected = {},
): Promise<void> {
  const walk = await Walk.on(page, names);
  await walk.look(screen);
  expect(walk.flaws.filter((flaw) => !allowed?.test(flaw))).toEqual([]);
}
