import type { Page } from '@playwright/test';
import { HOUR_MS, MINUTE_MS } from '../src/platform/shared/durations.ts';
import { answerFrozen, cutTheServerOff, reminderOf, untilKnown } from './support/offline.ts';
import { addElder, anotherBrowser, pairingLink } from './support/people.ts';
import { later, openHome } from './support/reminder.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';

interface OldBrowser {
  readonly zone: string;
  /** Offset of the zone from UTC in hours, by the server's data. */
  readonly hours: number;
  /**
   * Error of this browser's local times in the zone; undefined if the browser does not know the
   * zone.
   */
  readonly shiftMs?: number;
}

const OLD_BROWSERS: Readonly<Record<string, OldBrowser>> = {
  'does not know the time zone': { zone: 'America/Coyhaique', hours: -3 },
  'has former rules of the time zone': { zone: 'Asia/Almaty', hours: 5, shiftMs: HOUR_MS },
};

/** Gives the page the `Intl.DateTimeFormat` of a browser with older time zone data. */
function withOldData(page: Page, { zone, shiftMs }: OldBrowser): Promise<unknown> {
  return page.addInitScript(
    ({ zone: old, shiftMs: shift }) => {
      const make = (...[locales, options]: ConstructorParameters<typeof Intl.DateTimeFormat>) => {
        const made = new Real(locales, options);
        if (options?.timeZone !== old) return made;
        if (shift === undefined) throw new RangeError(`Invalid time zone specified: ${old}`);
        const format = made.format.bind(made);
        const shifted = (at?: Date | number) => format(Number(at ?? Date.now()) + shift);
        return Object.defineProperty(made, 'format', { value: shifted });
      };
      const Real = Intl.DateTimeFormat;
      Intl.DateTimeFormat = new Proxy(Real, {
        construct: (_, input) => make(...input),
        apply: (_, __, input) => make(...input),
      });
    },
    { zone, shiftMs },
  );
}

async function useZone({ request }: Family, timezone: string): Promise<void> {
  const changed = await request.patch('/api/settings', { data: { timezone } });
  expect(changed.ok(), await changed.text()).toBe(true);
}

for (const [name, old] of Object.entries(OLD_BROWSERS)) {
  test(`a tablet whose browser ${name} shows the right times and reminds, also without a connection`, async ({
    page,
    family,
    clockAt,
    context,
  }) => {
    const at = (time: string, day = '2026-03-10') =>
      later(`${day}T${time}:00Z`, -old.hours * HOUR_MS).toISOString();
    const clock = await clockAt(at('07:53'));
    await useZone(family, old.zone);
    await addMedication(family, { name: 'Metformin', times: ['08:00'] });
    await withOldData(page, old);
    await openHome(page);
    await expect(page.locator('.home-now')).toContainText('7:53');
    await untilKnown(page);
    await page.goto('/my-day');
    await expect(page.getByText('8:00 AM').first()).toBeVisible();
    await expect(page.getByText('Tuesday, March 10').first()).toBeVisible();
    await page.goto('/photos');
    await expect(page.getByText('7:53 AM').first()).toBeVisible();
    await openHome(page);
    await clock.freezeAt(at('07:55'));
    await expect(reminderOf(page).getByRole('heading', { name: 'Due in 5 minutes' })).toBeVisible();
    await expect(reminderOf(page)).toContainText('8:00 AM');
    await answerFrozen(page, clock, 'Taken');
    await clock.thaw();
    await untilKnown(page);

    await cutTheServerOff(context);
    await page.reload();
    await expect(page.getByText(/Next medication:|It is/).first()).toContainText('7:5');
    const opens = at('07:55', '2026-03-11');
    await clock.freezeAt(later(opens, -MINUTE_MS));
    await expect(reminderOf(page)).toBeHidden();
    await clock.freezeAt(opens);
    await expect(reminderOf(page).getByRole('heading', { name: 'Due in 5 minutes' })).toBeVisible();
    await expect(reminderOf(page)).toContainText('8:00 AM');
  });
}

test('the panel names a tablet with outdated time zone data, until its browser is updated', async ({
  page,
  family,
  server,
  browser,
}) => {
  const old = { zone: 'America/Coyhaique', hours: -3 };
  await useZone(family, old.zone);
  const link = await pairingLink(family, await addElder(family));
  const context = await anotherBrowser(browser, server);
  const tablet = await context.newPage();
  await withOldData(tablet, old);
  await tablet.goto(link);
  await tablet.getByRole('button', { name: 'Set up this tablet' }).click();
  await expect(tablet.getByRole('link', { name: 'Photos', exact: true })).toBeVisible();
  await page.goto('/medications');
  const warning = page.getByText('Edith’s tablet has outdated time zone data');
  // Repeated, because the tablet compares its time zone data a few seconds after the screen is
  // shown, and reports the result within a minute.
  await expect(async () => {
    await reportAgain(tablet);
    await expect(warning).toBeVisible({ timeout: 2_000 });
  }).toPass();

  const updated = await context.newPage();
  await tablet.close();
  await updated.goto('/');
  await expect(async () => {
    await reportAgain(updated);
    await expect(warning).toBeHidden({ timeout: 2_000 });
  }).toPass();
});

/** Makes the tablet report at once, as it does when its network returns. */
function reportAgain(tablet: Page): Promise<unknown> {
  return tablet.evaluate(() => window.dispatchEvent(new Event('online')));
}
