/**
 * Returns a signal that aborts after the time. Safari supports `AbortSignal.timeout` only since
 * version 16.
 */
export function abortAfter(milliseconds: number): AbortSignal {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(milliseconds);
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('Too late.', 'TimeoutError')), milliseconds);
  return controller.signal;
}
