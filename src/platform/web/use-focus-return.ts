import { useEffect, useLayoutEffect, useRef } from 'react';

/** When `open` becomes false, returns the focus to the element that had it before. */
export function useFocusReturn(open: boolean): void {
  const before = useRef<Element | null>(null);
  // Must be a layout effect: it runs before the effects in which the opened element takes the
  // focus.
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
  }, [open]);
  // Must be a normal effect: it runs after the previously focused element is no longer inert.
  useEffect(() => {
    if (!open) return;
    return () => {
      const { current } = before;
      if (current instanceof HTMLElement && current.isConnected) current.focus();
    };
  }, [open]);
}
