/**
 * Rows per statement: few enough that a statement is fast and that its failure affects few rows.
 */
export const PIECE = 1000;

/** Number of consecutive failures after which the database is assumed to be unreachable. */
const MAX_FAILURES = 3;

/**
 * Processes items in chunks. After a failed chunk the next chunk is processed. Returns the
 * unprocessed items and never throws; `failed` is called with each error.
 */
export async function inPieces<T>(
  all: readonly T[],
  work: (piece: readonly T[]) => Promise<unknown>,
  failed: (error: unknown) => void,
): Promise<T[]> {
  const undone: T[] = [];
  let failures = 0;
  for (let from = 0; from < all.length; from += PIECE) {
    const piece = all.slice(from, from + PIECE);
    if (failures === MAX_FAILURES) {
      undone.push(...piece);
      continue;
    }
    try {
      await work(piece);
      failures = 0;
    } catch (error) {
      failures += 1;
      undone.push(...piece);
      failed(error);
    }
  }
  return undone;
}
