import { untilKnown } from './support/offline.ts';
import { openHome } from './support/reminder.ts';
import { judge, liveThroughTheDay } from './support/tablet-day.ts';
import { addMedication, expect, test } from './support/test.ts';

/** 7:50 PM in New York. */
const START = '2026-03-10T23:50:00Z';

/** 8:10 PM, 9:30 PM, 11:00 PM and 12:10 AM. */
const DUE = [
  '2026-03-11T00:10:00Z',
  '2026-03-11T01:30:00Z',
  '2026-03-11T03:00:00Z',
  '2026-03-11T04:10:00Z',
];

test('an evening with eight cuts of the network leaves each dose logged once, at its time', async ({
  page,
  family,
  clockAt,
  context,
}) => {
  test.setTimeout(300_000);
  const clock = await clockAt(START);
  await addMedication(family, { name: 'Metformin', times: ['20:10', '21:30', '23:00', '00:10'] });
  await openHome(page);
  await untilKnown(page);
  await clock.freezeAt('2026-03-10T23:51:00Z');
  const tablet = { page, context, clock, family };
  const plan = { start: '2026-03-10T23:51:00Z', hours: 6, due: DUE, cuts: 8, seed: 7 };
  const answered = await liveThroughTheDay(tablet, plan);
  await clock.thaw();
  await expect.poll(async () => (await judge(family, answered)).wrong).toEqual([]);
  expect((await judge(family, answered)).standing).toBe(DUE.length);
});
