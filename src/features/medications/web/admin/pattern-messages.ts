import { formatList } from '#platform/shared/format-list.ts';
import { formatMonthDay, formatWallTime } from '#platform/shared/zoned-time.ts';
import type { Medication } from '../../contract.ts';
import { amountMessage, numberMessage } from '../../domain/dose-amounts.ts';
import type { Amounts, Pattern, PatternOf } from '../../domain/pattern-input.ts';

export const DAY_NAMES = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** Returns '1st' or '22nd'. */
export function ordinal(day: number): string {
  const isTeen = day > 10 && day < 14;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
}

/** Returns 'Aug 12'. */
export function shortDay(date: string): string {
  const [month = '', day = ''] = formatMonthDay(date).split(' ');
  return `${month.slice(0, 3)} ${day}`;
}

/** Returns '8:00 AM, 8:00 PM', with amounts if there are any: '8:00 AM (2 tablets)'. */
export function timesMessage(
  times: readonly string[],
  amounts: Amounts | null | undefined,
): string {
  return times.map((time) => timeWith(time, amounts)).join(', ');
}

/** Returns '8:00 AM (2 tablets)'; without the amount if it is unknown. */
export function timeWith(time: string, amounts: Amounts | null | undefined): string {
  const said = amounts?.ofTimes.find((each) => each.time === time);
  const words = formatWallTime(time);
  return amounts && said ? `${words} (${amountMessage(said.amount, amounts.unit)})` : words;
}

/** Returns the days: 'Every 3 days', 'On the 1st and 15th', '21 days on, 7 days off'. */
export function daysMessage(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'chosen_weekdays':
      return formatList(pattern.weekdays.map((day) => DAY_NAMES[day] ?? ''));
    case 'every_n_days':
      return `Every ${pattern.every} days`;
    case 'days_of_month':
      return `On the ${formatList(pattern.days.map(ordinal))}`;
    case 'cycle':
      return `${daysOf(pattern.on)} on, ${daysOf(pattern.off)} off`;
    case 'every_n_hours': {
      const { every, from, until } = pattern;
      const often = every === 1 ? 'Every hour' : `Every ${every} hours`;
      return `${often} from ${formatWallTime(from)} to ${formatWallTime(until)}`;
    }
    case 'taper':
      return stepsMessage(pattern);
  }
}

const daysOf = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`;

/** Returns '2 tablets from Aug 12, 1 from Aug 16, ½ from Aug 19'. */
function stepsMessage({ unit, steps }: PatternOf<'taper'>): string {
  return steps
    .map(({ from, amount }, index) => {
      const much = index === 0 ? amountMessage(amount, unit) : numberMessage(amount);
      return `${much} from ${shortDay(from)}`;
    })
    .join(', ');
}

/**
 * Returns the days with the times: 'Monday and Friday at 8:00 AM', 'Every 4 hours from 8:00 AM to
 * 8:00 PM'.
 */
export function patternMessage(
  pattern: Pattern,
  { times, amounts }: Pick<Medication, 'times' | 'amounts'>,
): string {
  const days = daysMessage(pattern);
  if (pattern.kind === 'every_n_hours') {
    return amounts ? `${days}: ${timesMessage(times, amounts)}` : days;
  }
  if (pattern.kind === 'taper') {
    const [first, ...others] = pattern.steps.map((step) => step.times.join());
    const isSame = others.every((each) => each === first);
    return isSame ? `${days}, at ${timesMessage(times, null)}` : days;
  }
  const comma = pattern.kind === 'cycle' ? ',' : '';
  return `${days}${comma} at ${timesMessage(times, amounts)}`;
}
