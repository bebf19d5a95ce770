import { type Elder, ownerName } from '#features/people/domain/elders.ts';
import {
  addDays,
  formatDay,
  formatTime,
  formatWallTime,
  localDate,
  weekday,
} from '#platform/shared/zoned-time.ts';
import type { Medication, MedicationLog } from '../../contract.ts';
import type { DoseLimits } from '../../domain/as-needed-limits.ts';
import { amountMessage } from '../../domain/dose-amounts.ts';
import { intervalMessage, limitsMessage, maxMessage } from './limit-messages.ts';
import { FREQUENCY_NAMES, type MedicationFields } from './medication-form.ts';
import { DAY_NAMES, daysMessage, patternMessage, timesMessage } from './pattern-messages.ts';
import { STATUS_NAMES } from './status-names.ts';

type ScheduledThing = Pick<
  Medication,
  'frequency' | 'times' | 'startDate' | 'pattern' | 'amounts'
> &
  Partial<DoseLimits>;

/**
 * Returns 'Once Daily at 10:45 AM', 'Weekly on Thursdays at 8:00 AM' or 'As Needed, at most 4 in 24
 * hours'.
 */
export function scheduleMessage({
  frequency,
  times,
  pattern,
  amounts,
  startDate,
  shortestIntervalMinutes = null,
  mostIn24Hours = null,
}: ScheduledThing): string {
  const often = FREQUENCY_NAMES[frequency];
  if (frequency === 'as_needed') {
    return [often, limitsMessage({ shortestIntervalMinutes, mostIn24Hours })]
      .filter((part) => part !== undefined)
      .join(', ');
  }
  if (pattern?.kind === frequency) return patternMessage(pattern, { times, amounts });
  const days = frequency === 'weekly' ? ` on ${DAY_NAMES[weekday(startDate)]}s` : '';
  return `${often}${days} at ${timesMessage(times, amounts)}`;
}

export const FIELD_NAMES: Readonly<Record<keyof MedicationFields, string>> = {
  name: 'Name',
  dosage: 'Dosage',
  frequency: 'Frequency',
  times: 'Reminder times',
  pattern: 'Days and amounts',
  amounts: 'Amounts',
  startDate: 'Start date',
  endDate: 'End date',
  instructions: 'Instructions',
  pillImageUrl: 'Photo',
  isActive: 'Active',
  reminderEnabled: 'Reminder',
  soundEnabled: 'Sound',
  shortestIntervalMinutes: 'Time between doses',
  mostIn24Hours: 'Most in 24 hours',
  userId: 'For whom',
};

/** Returns the value of a form field as readable text. */
export function fieldMessage(
  name: keyof MedicationFields,
  fields: MedicationFields,
  elders: readonly Elder[],
): string {
  if (name === 'userId') return ownerName(fields.userId, elders);
  if (name === 'frequency') return FREQUENCY_NAMES[fields.frequency];
  if (name === 'times') return fields.times.map(formatWallTime).join(', ');
  if (name === 'pillImageUrl') return fields.pillImageUrl === null ? '' : 'a photo';
  if (name === 'shortestIntervalMinutes') return intervalMessage(fields.shortestIntervalMinutes);
  if (name === 'mostIn24Hours') return maxMessage(fields.mostIn24Hours);
  if (name === 'pattern' || name === 'amounts') return SAID_MORE[name](fields);
  const value = fields[name];
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return value ?? '';
}

const SAID_MORE = {
  pattern: ({ pattern }: MedicationFields) => (pattern ? daysMessage(pattern) : ''),
  amounts: amountsMessage,
};

/** Returns '2 tablets at 8:00 AM, 1 tablet at 8:00 PM'. */
function amountsMessage({ amounts }: MedicationFields): string {
  if (!amounts) return '';
  return amounts.ofTimes
    .map(({ time, amount }) => `${amountMessage(amount, amounts.unit)} at ${formatWallTime(time)}`)
    .join(', ');
}

/**
 * Returns 'Taken today, 8:04 AM' or 'Missed yesterday, 10:45 AM': the time of the log, for a missed
 * dose the scheduled time.
 */
export function activityMessage(log: MedicationLog, now: Date, timezone: string): string {
  const instant = new Date(log.status === 'missed' ? log.scheduledTime : log.loggedAt);
  const what = `${STATUS_NAMES[log.status]}${log.late ? ' late' : ''}`;
  return `${what} ${dayMessage(instant, now, timezone)}, ${formatTime(instant, timezone)}`;
}

function dayMessage(instant: Date, now: Date, timezone: string): string {
  const date = localDate(instant, timezone);
  const today = localDate(now, timezone);
  if (date === today) return 'today';
  return date === addDays(today, -1) ? 'yesterday' : `on ${formatDay(instant, timezone)}`;
}
