import {
  addDays,
  formatDay,
  formatTime,
  formatWallTime,
  localDate,
  weekday,
} from '#kit/shared/zoned-time.ts';
import type { Medication, MedicationLog } from '../contract.ts';
import { STATUS_NAMES } from './log-words.ts';
import { FREQUENCY_NAMES } from './medication-form.ts';

const DAYS = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];

/** 'Once Daily at 10:45 AM', 'Weekly on Thursdays at 8:00 AM', 'As Needed'. */
export function scheduleWords({
  frequency,
  times,
  startDate,
}: Pick<Medication, 'frequency' | 'times' | 'startDate'>): string {
  const often = FREQUENCY_NAMES[frequency];
  if (frequency === 'as_needed') return often;
  const days = frequency === 'weekly' ? ` on ${DAYS[weekday(startDate)]}` : '';
  return `${often}${days} at ${times.map(formatWallTime).join(', ')}`;
}

/** 'Taken today, 8:04 AM', 'Missed yesterday, 10:45 AM': when it was logged, or when it was due. */
export function activityWords(log: MedicationLog, now: Date, timezone: string): string {
  const instant = new Date(log.status === 'missed' ? log.scheduledTime : log.loggedAt);
  const what = `${STATUS_NAMES[log.status]}${log.late ? ' late' : ''}`;
  return `${what} ${dayWords(instant, now, timezone)}, ${formatTime(instant, timezone)}`;
}

function dayWords(instant: Date, now: Date, timezone: string): string {
  const date = localDate(instant, timezone);
  const today = localDate(now, timezone);
  if (date === today) return 'today';
  return date === addDays(today, -1) ? 'yesterday' : `on ${formatDay(instant, timezone)}`;
}
