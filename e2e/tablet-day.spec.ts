import { untilKnown } from './support/offline.ts';
import { openHome } from './support/reminder.ts';
import { judge, liveThroughTheDay } from './support/tablet-day.ts';
import { addMedication, expect, test } from './support/test.ts';

/** 11:00 PM in New York. */
const START = '2026-03-11T03:00:00Z';

/** Scheduled times of the doses: 11:10 PM, 12:20 AM and 1:30 AM in New York. */
const DUE = ['2026-03-11T03:10:00Z', '2026-03-11T04:20:00Z', '2026-03-11T05:30:00Z'];

test('each dose is logged once, at its time, in a night with eight network outages', async ({
  page,
  family,
  clockAt,
  context,
}) => {
  test.setTimeout(480_000);
  const clock = await clockAt(START);
  await addMedication(family, { name: 'Metformin', times: ['23:10', '00:20', '01:30'] });
  await openHome(page);
  await untilKnown(page);
  await clock.freezeAt('2026-03-11T03:01:00Z');
  const tablet = { page, context, clock, family };
  const plan = { start: '2026-03-11T03:01:00Z', hours: 3.5, due: DUE, cuts: 8, seed: 7 };
  const answered = await liveThroughTheDay(tablet, plan);
  await clock.thaw();
  await expect.poll(async () => (await judge(family, answered)).wrong).toEqual([]);
  expect((await judge(family, answered)).standing).toBe(DUE.length);
});
