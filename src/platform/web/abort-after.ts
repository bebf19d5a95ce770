/**
 * Returns a signal that aborts after this time. `AbortSignal.timeout` does the same, but Safari
 * supports it only since version 16.
 */
export function abortAfter(milliseconds: number): AbortSignal {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(milliseconds);
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('Too late.', 'TimeoutError')), milliseconds);
  return controller.signal;
}
