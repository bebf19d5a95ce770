/** Maximum number of photos in the DOM. */
export const MAX_PRINTS = 72;

export interface PrintGrid {
  readonly columns: number;
  /** Distance between the tops of two rows in pixels. */
  readonly pitch: number;
}

export interface Sight {
  /** Offset of the screen's top from the grid's top in pixels; negative above it. */
  readonly top: number;
  readonly height: number;
  /** True while scrolling up, so that the overscan is above. */
  readonly goesUp?: boolean;
}

/** Indexes of photos from `first` up to, but not including, `end`. */
export interface PrintWindow {
  readonly first: number;
  readonly end: number;
}

/** Overscan rows behind the scroll direction. */
const ROWS_BEHIND = 1;

/**
 * Returns which of `count` photos must be in the DOM: the visible ones, one screen in the scroll
 * direction, and one row behind it.
 */
export function printWindow({ columns, pitch }: PrintGrid, sight: Sight, count: number) {
  const rows = Math.ceil(count / columns);
  const mostRows = Math.max(1, Math.floor(MAX_PRINTS / columns));
  const seenRow = clamp(Math.floor(sight.top / pitch), 0, Math.max(0, rows - 1));
  const seenRows = Math.ceil(sight.height / pitch) + 1;
  const ahead = clamp(mostRows - seenRows - ROWS_BEHIND, 0, seenRows);
  const [above, below] = sight.goesUp ? [ahead, ROWS_BEHIND] : [ROWS_BEHIND, ahead];
  const firstRow = Math.max(0, seenRow - above);
  const endRow = Math.min(rows, seenRow + seenRows + below, firstRow + mostRows);
  return { first: firstRow * columns, end: Math.min(count, endRow * columns) };
}

/** Returns the indexes of a window in order, plus the focused one. */
export function indexesOf({ first, end }: PrintWindow, kept: number | undefined, count: number) {
  const indexes = Array.from({ length: end - first }, (_, offset) => first + offset);
  if (kept === undefined || kept >= count) return indexes;
  if (kept < first) return [kept, ...indexes];
  return kept >= end ? [...indexes, kept] : indexes;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
