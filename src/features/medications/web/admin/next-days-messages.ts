import { formatList } from '#platform/shared/format-list.ts';
import { dayMessage } from '#platform/shared/moments.ts';
import { formatWallTime } from '#platform/shared/zoned-time.ts';
import { amountMessage, numberMessage } from '../../domain/dose-amounts.ts';
import type { ComingDay, ComingDose } from '../../domain/next-days.ts';
import { shortDay } from './pattern-messages.ts';

/** Maximum number of amounts shown individually; more are summed up. */
const MAX_SIDE_BY_SIDE = 2;

/**
 * Returns the large text of a day: '2', '1+½', '3×' if the amounts are unknown, '–' if there are no
 * doses.
 */
export function figureOf({ doses }: ComingDay): string {
  if (doses.length === 0) return '–';
  const amounts = doses.flatMap(({ amount }) => amount ?? []);
  if (amounts.length < doses.length) return `${doses.length}×`;
  if (amounts.length <= MAX_SIDE_BY_SIDE) return amounts.map(numberMessage).join('+');
  return numberMessage(amounts.reduce((sum, amount) => sum + amount, 0));
}

/** Returns the text of a day for screen readers: 'Thursday, August 14: 2 tablets at 8:00 AM'. */
export function dayDescription(
  { date, doses, isChange }: ComingDay,
  unit: string | undefined,
): string {
  const day = dayMessage(date);
  if (doses.length === 0) return `${day}: none`;
  const said = doses.map(({ time, amount }) => {
    const at = formatWallTime(time);
    return amount === undefined || unit === undefined
      ? at
      : `${amountMessage(amount, unit)} at ${at}`;
  });
  return `${day}: ${formatList(said)}${isChange ? ', a change' : ''}`;
}

/** Returns 'At 8:00 AM each day. A darker edge marks a change of the amount.' */
export function timesDescription(
  days: readonly ComingDay[],
  nextDate: () => string | undefined,
): string {
  const taken = days.filter(({ doses }) => doses.length > 0);
  if (taken.length === 0) {
    const next = nextDate();
    return next === undefined ? 'No dose is to come.' : `The next dose is on ${shortDay(next)}.`;
  }
  const mark = days.some(({ isChange }) => isChange)
    ? ' A darker edge marks a change of the amount.'
    : '';
  return `${timesOf(days, taken)}${mark}`;
}

function timesOf(days: readonly ComingDay[], taken: readonly ComingDay[]): string {
  const whole = taken.filter(({ date }) => date !== days[0]?.date);
  const lists = [...new Set((whole.length === 0 ? taken : whole).map(({ doses }) => atOf(doses)))];
  const [only] = lists;
  if (lists.length !== 1 || only === undefined) {
    return taken.map(({ date, doses }) => `${shortDay(date)} at ${atOf(doses)}.`).join(' ');
  }
  // Today is skipped, because its past doses are not listed.
  const isDaily = days.slice(1).every(({ doses }) => doses.length > 0);
  return `At ${only} ${isDaily ? 'each day' : 'on these days'}.`;
}

const atOf = (doses: readonly ComingDose[]) =>
  formatList(doses.map(({ time }) => formatWallTime(time)));
