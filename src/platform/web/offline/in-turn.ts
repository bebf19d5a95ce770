/**
 * Runs `work` in one tab at a time, by a Web Lock. Browsers without Web Locks run it in all tabs;
 * the idempotency keys of the entries then prevent duplicates.
 */
export function inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  // Insecure pages have no locks, although the types say otherwise.
  return 'locks' in navigator ? navigator.locks.request(name, work) : work();
}
