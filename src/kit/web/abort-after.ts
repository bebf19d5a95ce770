/** A signal that aborts after so many milliseconds. Safari has `AbortSignal.timeout` from 16 on. */
export function abortAfter(milliseconds: number): AbortSignal {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(milliseconds);
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('Too late.', 'TimeoutError')), milliseconds);
  return controller.signal;
}
