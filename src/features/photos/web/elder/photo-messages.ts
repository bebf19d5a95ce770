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
