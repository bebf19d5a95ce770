import { formatMonthDay } from '#kit/shared/zoned-time.ts';
import type { ShownPhoto } from '../../contract.ts';

/** What a photo is called: its caption, else its place among the others. */
export function wordsOf(
  { caption }: Pick<ShownPhoto, 'caption'>,
  index: number,
  count: number,
): string {
  return caption || placeOf(index, count);
}

/** 'Photo 3 of 48', for an index from 0. */
export function placeOf(index: number, count: number): string {
  return `Photo ${index + 1} of ${count}`;
}

/** 'August 12', of another year 'August 12, 2019'; what a camera wrote is of no timezone. */
export function dateWords(
  takenAt: string | null | undefined,
  thisYear: string | undefined,
): string | undefined {
  if (!takenAt) return undefined;
  const year = takenAt.slice(0, 4);
  return year === thisYear ? formatMonthDay(takenAt) : `${formatMonthDay(takenAt)}, ${year}`;
}
