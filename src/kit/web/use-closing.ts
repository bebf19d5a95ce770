import { useCallback, useEffect, useRef } from 'react';

/**
 * Closes something that stands for a while when its time is over; the time stands still while it is
 * touched or focused, and never begins without `afterMs`. Answers what belongs on the thing.
 */
export function useClosing(close: () => void, afterMs: number | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = useCallback(() => clearTimeout(timer.current), []);
  const start = useCallback(() => {
    clearTimeout(timer.current);
    if (afterMs !== undefined) timer.current = setTimeout(close, afterMs);
  }, [close, afterMs]);
  useEffect(() => {
    start();
    return stop;
  }, [start, stop]);
  return { onPointerEnter: stop, onPointerLeave: start, onFocus: stop, onBlur: start };
}
