import { formatTime } from '#kit/shared/zoned-time.ts';
import type { LogStatus, UpcomingMedication } from './contract.ts';

const SAID: Record<LogStatus, string> = {
  pending: 'not answered',
  taken: 'taken',
  skipped: 'skipped',
  missed: 'missed',
};

/** Below 'Failed to log medication', where the server gave no reason. */
export const NOT_SAVED = 'Nothing was saved. Press again.';

type Named = Pick<UpcomingMedication, 'scheduledTime'> & {
  readonly medication: Pick<UpcomingMedication['medication'], 'name'>;
};

/**
 * What was said of doses of one time, by name: 'Atorvastatin 8:00 PM: taken.' Without a timezone no
 * time is named.
 */
export function saidMessage(
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
 * The same for who sees the doses: what is new is when it was said, 'Lisinopril: taken. 8:04 AM.'; of
 * several, '4 medications of 8:00 AM: taken. 8:04 AM.' What waits again has no such time.
 */
export function answeredMessage(
  doses: readonly Named[],
  status: LogStatus,
  at: Date,
  timezone: string | undefined,
): string {
  const isOne = doses.length === 1;
  const said = saidMessage(doses, status, isOne ? undefined : timezone);
  return timezone === undefined || status === 'pending' || said === ''
    ? said
    : `${said} ${formatTime(at, timezone)}.`;
}
