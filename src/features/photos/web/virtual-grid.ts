/** The most prints that are ever on the page at once, however many photos there are. */
export const MOST_PRINTS = 72;

export interface PrintGrid {
  readonly columns: number;
  /** From the top of one row to the top of the next, in pixels. */
  readonly pitch: number;
}

export interface Sight {
  /** How far the top of the screen lies below the top of the grid; negative above it. */
  readonly top: number;
  readonly height: number;
}

/** Indexes of photos from `first` up to but not including `end`. */
export interface PrintWindow {
  readonly first: number;
  readonly end: number;
}

/** Which of `count` photos stand on the page: what is seen, and a screen more above and below. */
export function printWindow({ columns, pitch }: PrintGrid, sight: Sight, count: number) {
  const rows = Math.ceil(count / columns);
  const mostRows = Math.max(1, Math.floor(MOST_PRINTS / columns));
  const seenRow = clamp(Math.floor(sight.top / pitch), 0, Math.max(0, rows - 1));
  const seenRows = Math.ceil(sight.height / pitch) + 1;
  const around = Math.max(0, Math.min(seenRows, Math.floor((mostRows - seenRows) / 2)));
  const firstRow = Math.max(0, seenRow - around);
  const endRow = Math.min(rows, seenRow + seenRows + around, firstRow + mostRows);
  return { first: firstRow * columns, end: Math.min(count, endRow * columns) };
}

/** The indexes of a window in their order, with one more that must stay: it holds the focus. */
export function indexesOf({ first, end }: PrintWindow, kept: number | undefined, count: number) {
  const indexes = Array.from({ length: end - first }, (_, offset) => first + offset);
  if (kept === undefined || kept >= count) return indexes;
  if (kept < first) return [kept, ...indexes];
  return kept >= end ? [...indexes, kept] : indexes;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
