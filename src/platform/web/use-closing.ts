import { useCallback, useEffect, useRef } from 'react';

/**
 * Closes an element after `afterMs`, or never if `afterMs` is undefined. The timer stops while the
 * element is hovered or focused. Returns event handlers for the element.
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
