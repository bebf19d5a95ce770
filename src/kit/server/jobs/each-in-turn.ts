/**
 * Does the work for each, one after the other. Who fails keeps no other from its turn: the first
 * failure is what it rejects with in the end, when all have had theirs.
 */
export async function eachInTurn<T>(
  all: Iterable<T>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const one of all) await work(one).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
