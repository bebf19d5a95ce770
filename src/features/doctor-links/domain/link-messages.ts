import { counted } from '#features/medications/domain/lateness.ts';
import { momentMessage } from '#platform/shared/moments.ts';
import type { DoctorLink } from '../contract.ts';

/** 'Until Mar 17, 8:05 AM. Opened twice, last on Mar 11, 9:30 AM.' */
export function linkMessage(
  { expiresAt, openings, openedAt }: Pick<DoctorLink, 'expiresAt' | 'openings' | 'openedAt'>,
  timezone: string,
): string {
  const until = `Until ${momentMessage(new Date(expiresAt), timezone)}.`;
  if (openedAt === null) return `${until} Not opened yet.`;
  const last = momentMessage(new Date(openedAt), timezone);
  return `${until} Opened ${times(openings)}, last on ${last}.`;
}

function times(openings: number): string {
  if (openings === 1) return 'once';
  return openings === 2 ? 'twice' : counted(openings, 'time');
}
