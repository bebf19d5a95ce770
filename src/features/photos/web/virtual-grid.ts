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
  /** It goes up: what comes next lies above. */
  readonly goesUp?: boolean;
}

/** Indexes of photos from `first` up to but not including `end`. */
export interface PrintWindow {
  readonly first: number;
  readonly end: number;
}

/** A row that a hand drifts back over is there already. */
const ROWS_BEHIND = 1;

/**
 * The overscan: which of `count` photos stand on the page. What is seen, a screen more where the scroll
 * leads, and a row where it came from.
 */
export function printWindow({ columns, pitch }: PrintGrid, sight: Sight, count: number) {
  const rows = Math.ceil(count / columns);
  const mostRows = Math.max(1, Math.floor(MOST_PRINTS / columns));
  const seenRow = clamp(Math.floor(sight.top / pitch), 0, Math.max(0, rows - 1));
  const seenRows = Math.ceil(sight.height / pitch) + 1;
  const ahead = clamp(mostRows - seenRows - ROWS_BEHIND, 0, seenRows);
  const [above, below] = sight.goesUp ? [ahead, ROWS_BEHIND] : [ROWS_BEHIND, ahead];
  const firstRow = Math.max(0, seenRow - above);
  const endRow = Math.min(rows, seenRow + seenRows + below, firstRow + mostRows);
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
