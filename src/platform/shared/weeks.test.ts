import { expect, test } from 'vitest';
import { ofWeek, weeksUntil } from './weeks.ts';

// The first dates are a Tuesday, a Sunday and a Saturday.
test.each([
  ['2026-03-10', '2026-01-18', '2026-03-08'],
  ['2026-03-08', '2026-01-18', '2026-03-08'],
  ['2026-03-07', '2026-01-11', '2026-03-01'],
])('the weeks until %s begin on Sundays', (today, first, last) => {
  const weeks = weeksUntil(today, 8);
  expect(weeks).toHaveLength(8);
  expect([weeks[0], weeks.at(-1)]).toEqual([first, last]);
});

test('a week lasts from Sunday to Saturday', () => {
  const days = ['2026-02-28', '2026-03-01', '2026-03-07', '2026-03-08'];
  expect(ofWeek(days, '2026-03-01', (day) => day)).toEqual(['2026-03-01', '2026-03-07']);
});
