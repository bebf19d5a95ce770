/**
 * Runs `work` in one tab at a time. Where tabs cannot lock, the idempotency keys of the entries make sure
 * that each counts once.
 */
export function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  // An insecure page has no locks, whatever the types say.
  return 'locks' in navigator ? navigator.locks.request(name, work) : work();
}
