import type { Page } from '@playwright/test';
import { popupOf } from './support/reminder.ts';
import { addMedication, expect, type Family, test } from './support/test.ts';

const SIZES = [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
  { width: 390, height: 844 },
];

/** 7 AM in New York: doses and events of the test are later in the day. */
const EARLY = new Date('2026-03-10T11:00:00Z');

/** 2 PM in New York. */
const AFTERNOON = '2026-03-10T18:00:00Z';

const LONG =
  'A very long name of something that is to be done and does not fit into any line of it';

/** Returns the positions and sizes of the tiles and the footer, in CSS pixels. */
const boxesOf = (page: Page) =>
  page.locator('.tile, .home-footer, .home-today, .home-here').evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y + window.scrollY, width, height].map((each) => Math.round(each * 10) / 10);
    }),
  );

const addEvent = ({ request }: Family, title: string, startTime: string | null) =>
  request.post('/api/calendar-events', {
    data: { title, eventDate: '2026-03-10', ...(startTime ? { startTime } : { allDay: true }) },
  });

const footer = (page: Page) => page.getByRole('link', { name: /^Today’s events/ });

test('doses and events neither move nor resize a tile or the footer', async ({
  page,
  family,
  clockAt,
  server,
}) => {
  await server.setClock(EARLY);
  const boxes = async () => {
    const found = [];
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await page.goto('/');
      await expect(footer(page)).toContainText(/Medications.*(scheduled|more|PM)/);
      await expect(page.getByText('41°F')).toBeVisible();
      found.push(await boxesOf(page));
    }
    return found;
  };
  await clockAt(AFTERNOON);
  const empty = await boxes();
  expect(empty.map((each) => each.length)).toEqual([9, 9, 9]);
  await server.setClock(EARLY);
  await addMedication(family, { name: 'Zinc', times: ['16:00'] });
  await addEvent(family, 'Choir', '17:00');
  await server.setClock(new Date(AFTERNOON));
  expect(await boxes()).toEqual(empty);
  await server.setClock(EARLY);
  for (const time of ['08:00', '14:00', '20:00', '21:00'])
    await addMedication(family, { name: LONG, dosage: LONG.slice(0, 40), times: [time] });
  for (const time of ['15:00', '15:30', '18:00', null]) await addEvent(family, LONG, time);
  await server.setClock(new Date('2026-03-10T19:01:00Z'));
  expect(await boxes()).toEqual(empty);
});

test('the footer shows the next dose and event, and counts unanswered doses', async ({
  page,
  family,
  clockAt,
  server,
}) => {
  await server.setClock(EARLY);
  for (const [name, time] of [
    ['Aspirin', '08:00'],
    ['Zinc', '09:30'],
    ['Iron', '15:00'],
    ['Metformin', '20:00'],
    ['Atorvastatin', '20:00'],
  ] as const)
    await addMedication(family, { name, dosage: '5 mg', times: [time] });
  await addEvent(family, 'Flag day', null);
  await addEvent(family, 'Breakfast', '08:00');
  await addEvent(family, 'Choir', '17:00');
  const clock = await clockAt(AFTERNOON);
  await page.goto('/');
  const rows = page.locator('.home-row');
  await expect(footer(page)).toContainText('2 not answered');
  await expect(rows).toHaveText([
    '5:00 PM Choir',
    'All day Flag day',
    '3:00 PM Iron 5 mg in 1 hour',
    '8:00 PM Metformin, Atorvastatin in 6 hours',
  ]);
  await clock.freezeAt('2026-03-11T01:30:00Z');
  await expect(footer(page)).toContainText('5 not answered');
  await expect(footer(page)).toContainText(/Medications.*No more today/);
  await clock.thaw();
  await footer(page).click();
  await expect(page.getByRole('heading', { name: 'My Day' })).toBeVisible();
});

test.describe('the tip of the home screen', () => {
  test.use({ withTips: true });

  test('the tip moves no tile, and is still shown after a reminder that covered it', async ({
    page,
    family,
    clockAt,
    server,
  }) => {
    await server.setClock(EARLY);
    await addMedication(family, { name: 'Iron', dosage: '5 mg', times: ['14:00'] });
    const clock = await clockAt('2026-03-10T18:01:00Z');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/');
    const popup = popupOf(page);
    await expect(popup).toBeVisible();
    const tip = page.getByRole('status').filter({ hasText: 'Tip' });
    await expect(tip).toBeHidden();
    const before = await boxesOf(page);
    await popup.getByRole('button', { name: 'Taken' }).click();
    await expect(popup).toBeHidden();
    // The result of the press is shown first; the tip follows when it is hidden again.
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
    expect(await boxesOf(page)).toEqual(before);
    await clock.freezeAt('2026-03-10T18:02:00Z');
    await clock.thaw();
    await expect(tip).toBeVisible();
    expect(await boxesOf(page)).toEqual(before);
  });
});
