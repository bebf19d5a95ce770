/**
 * Runs `work` in one tab at a time. Without the Web Locks API, the idempotency keys of the entries
 * prevent duplicates.
 */
export function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  // Insecure pages have no locks, although the types say otherwise.
  return 'locks' in navigator ? navigator.locks.request(name, work) : work();
}
