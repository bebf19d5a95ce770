import { counted } from '#features/medications/lateness.ts';
import { formatDate, formatTime } from '#kit/shared/zoned-time.ts';
import type { DoctorLink } from './contract.ts';

/** 'Until Mar 17, 8:05 AM. Opened twice, last on Mar 11, 9:30 AM.' */
export function linkMessage(
  { expiresAt, openings, openedAt }: Pick<DoctorLink, 'expiresAt' | 'openings' | 'openedAt'>,
  timezone: string,
): string {
  const until = `Until ${moment(expiresAt, timezone)}.`;
  if (openedAt === null) return `${until} Not opened yet.`;
  return `${until} Opened ${times(openings)}, last on ${moment(openedAt, timezone)}.`;
}

function times(openings: number): string {
  if (openings === 1) return 'once';
  return openings === 2 ? 'twice' : counted(openings, 'time');
}

function moment(instant: string, timezone: string): string {
  const at = new Date(instant);
  return `${formatDate(at, timezone)}, ${formatTime(at, timezone)}`;
}
