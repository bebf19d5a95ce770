import { formatTime } from '#kit/shared/zoned-time.ts';
import type { LogStatus, UpcomingMedication } from './contract.ts';

const SAID: Record<LogStatus, string> = {
  pending: 'not answered',
  taken: 'taken',
  skipped: 'skipped',
  missed: 'missed',
};

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
