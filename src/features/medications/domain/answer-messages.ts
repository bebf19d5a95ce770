import { formatTime } from '#platform/shared/zoned-time.ts';
import type { LogStatus, UpcomingMedication } from '../contract.ts';

const SAID: Record<LogStatus, string> = {
  pending: 'not answered',
  taken: 'taken',
  skipped: 'skipped',
  missed: 'missed',
};

/** Shown below 'Failed to log medication' if the server gave no reason. */
export const NOT_SAVED = 'Nothing was saved. Press again.';

type Named = Pick<UpcomingMedication, 'scheduledTime'> & {
  readonly medication: Pick<UpcomingMedication['medication'], 'name'>;
};

/**
 * Returns the answer to doses of one time as text: 'Atorvastatin 8:00 PM: taken.' The time is
 * omitted if `timezone` is undefined.
 */
export function answerMessage(
  doses: readonly Named[],
  status: LogStatus,
  timezone: string | undefined,
): string {
  const [first] = doses;
  if (first === undefined) return '';
  const time = timezone === undefined ? '' : formatTime(new Date(first.scheduledTime), timezone);
  const who = doses.length === 1 ? first.medication.name : `${doses.length} medications of`;
  return `${[who, time].filter(Boolean).join(' ').replace(/ of$/, '')}: ${SAID[status]}.`;
}

/**
 * Returns the answer with the time at which it was given, for a person who sees the doses:
 * 'Lisinopril: taken. 8:04 AM.', or '4 medications of 8:00 AM: taken. 8:04 AM.' A pending dose has
 * no such time.
 */
export function answeredMessage(
  doses: readonly Named[],
  status: LogStatus,
  at: Date,
  timezone: string | undefined,
): string {
  const isOne = doses.length === 1;
  const said = answerMessage(doses, status, isOne ? undefined : timezone);
  return timezone === undefined || status === 'pending' || said === ''
    ? said
    : `${said} ${formatTime(at, timezone)}.`;
}
