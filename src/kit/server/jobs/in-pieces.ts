/** A statement of so many rows is over soon, and what fails with it is little. */
export const PIECE = 1000;

/** When so many have failed one after the other, the next would too: the database is not there. */
const MOST_FAILURES = 3;

/**
 * Does work for many things a piece at a time: a piece that fails does not take the others with it.
 * Answers what was not done, and throws nothing; `failed` is told of each error.
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
    if (failures === MOST_FAILURES) {
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
