import { type AwayPeriod, endOf, startOf } from '#features/medications/domain/away.ts';
import { addDays } from '#platform/shared/zoned-time.ts';
import type { AwayContent } from '../contract.ts';
import { MAX_DAYS, MAX_DAYS_AGO } from '../limits.ts';

/** Validates an away period as a whole. Returns an error message by field; empty if it is valid. */
export function validateAway(
  wanted: AwayContent,
  today: string,
  others: readonly (AwayPeriod & { readonly userId: string })[],
): Record<string, string> {
  const wrong: Record<string, string> = {};
  const { startDate, endDate, endTime } = wanted;
  if (startDate < addDays(today, -MAX_DAYS_AGO)) {
    wrong.startDate = `Please choose a day of the last ${MAX_DAYS_AGO} days, or a later one.`;
  }
  if (startDate > addDays(today, MAX_DAYS)) {
    wrong.startDate = 'Please choose a day within a year.';
  }
  if (endDate !== null && endDate > addDays(startDate, MAX_DAYS)) {
    wrong.endDate = 'Please choose a day within a year.';
  }
  if (endDate !== null && endTime === null) wrong.endTime = 'Please choose a time.';
  if (endOf(wanted) <= startOf(wanted)) {
    wrong.endDate = 'The end must be after the beginning.';
  }
  if (Object.keys(wrong).length === 0 && others.some((other) => overlap(wanted, other))) {
    wrong.startDate = 'A part of this time is noted as away already.';
  }
  return wrong;
}

function overlap(
  one: AwayPeriod & { readonly userId: string },
  other: AwayPeriod & { readonly userId: string },
): boolean {
  if (one.userId !== other.userId) return false;
  return startOf(one) < endOf(other) && startOf(other) < endOf(one);
}
