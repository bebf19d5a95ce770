import { MINUTE_MS } from '#platform/shared/durations.ts';
import { groupBy } from '#platform/shared/group-by.ts';
import { dayMessage, momentMessage } from '#platform/shared/moments.ts';
import { addDays, formatTime, localDate } from '#platform/shared/zoned-time.ts';
import type { LogAttempt, MedicationLog } from '../../contract.ts';
import { snoozeLabel } from '../../domain/snooze-messages.ts';
import { STATUS_NAMES } from './status-names.ts';

/**
 * Returns 'Taken at 8:03 AM by Ada', 'Taken late at 9:40 AM by Ada' or 'Missed, noticed by the
 * server'. Adds ', one too many' for an extra dose.
 */
export function entryMessage(log: MedicationLog, timezone: string): string {
  if (log.status === 'missed' && log.loggedBy === null) return 'Missed, noticed by the server';
  const what = log.status === 'missed' ? 'Marked as missed' : STATUS_NAMES[log.status];
  const late = log.late ? ' late' : '';
  const by = log.loggedBy ? ` by ${log.loggedBy}` : '';
  const beyond = log.beyondLimit ? ', one too many' : '';
  return `${what}${late} at ${formatTime(new Date(log.loggedAt), timezone)}${by}${beyond}`;
}

/**
 * Returns '8:00 AM'; with the date if the dose was logged on another day: 'Mar 9, 2026, 8:00 AM'.
 */
export function dueMessage(log: MedicationLog, timezone: string): string {
  const due = new Date(log.scheduledTime);
  const isSameDay = localDate(due, timezone) === loggedOn(log, timezone);
  return isSameDay ? formatTime(due, timezone) : momentMessage(due, timezone);
}

/** Returns 'Taken'; for a snooze 'In 10 minutes', or 'Opened again' if it was ended manually. */
export function nameOfAttempt({ status, at, until }: LogAttempt): string {
  if (status !== 'snoozed') return STATUS_NAMES[status];
  const minutes = Math.round((Date.parse(until ?? at) - Date.parse(at)) / MINUTE_MS);
  return minutes === 0 ? 'Opened again' : snoozeLabel(minutes);
}

/**
 * Returns 'Mar 9, 2026, 8:03 AM, by Ada, on Chrome on Android'; 'by the server' for an automatic
 * change.
 */
export function attemptMessage(attempt: LogAttempt, timezone: string): string {
  const { by, deviceName } = attempt;
  const parts = [
    momentMessage(new Date(attempt.at), timezone),
    by ? `by ${by}` : deviceName === '' && 'by the server',
    deviceName !== '' && `on ${deviceName}`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

export interface LogDay {
  readonly date: string;
  /** The title 'Today', 'Yesterday' or 'Monday, March 9', with the year if it is another one. */
  readonly title: string;
  readonly logs: readonly MedicationLog[];
}

/** Groups the entries by the local day on which they were logged, in the given order. */
export function logDays(logs: readonly MedicationLog[], now: Date, timezone: string): LogDay[] {
  const days = groupBy(logs, (log) => loggedOn(log, timezone));
  const today = localDate(now, timezone);
  return [...days.entries()].map(([date, its]) => ({
    date,
    title: dayTitle(date, today),
    logs: its,
  }));
}

function dayTitle(date: string, today: string): string {
  if (date === today) return 'Today';
  if (date === addDays(today, -1)) return 'Yesterday';
  const year = date.slice(0, 4);
  return year === today.slice(0, 4) ? dayMessage(date) : `${dayMessage(date)}, ${year}`;
}

function loggedOn(log: MedicationLog, timezone: string): string {
  return localDate(new Date(log.loggedAt), timezone);
}
