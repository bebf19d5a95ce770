import { formatMonthDay } from '#platform/shared/zoned-time.ts';
import type { ShownPhoto } from '../../contract.ts';

export function wordsOf(
  { caption }: Pick<ShownPhoto, 'caption'>,
  index: number,
  count: number,
): string {
  return caption || placeOf(index, count);
}

/** Returns 'Photo 3 of 48' for an index from 0. */
export function placeOf(index: number, count: number): string {
  return `Photo ${index + 1} of ${count}`;
}

/** Returns 'August 12', or 'August 12, 2019' for another year. A camera time has no time zone. */
export function dateWords(
  takenAt: string | null | undefined,
  thisYear: string | undefined,
): string | undefined {
  if (!takenAt) return undefined;
  const year = takenAt.slice(0, 4);
  return year === thisYear ? formatMonthDay(takenAt) : `${formatMonthDay(takenAt)}, ${year}`;
}
