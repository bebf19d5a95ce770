import { useEffect, useLayoutEffect, useRef } from 'react';

/** Restores the previous focus when `open` becomes false. */
export function useFocusReturn(open: boolean): void {
  const before = useRef<Element | null>(null);
  // A layout effect runs before the effects in which the opened element takes the focus.
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
  }, [open]);
  // An effect runs after the previous element is no longer inert.
  useEffect(() => {
    if (!open) return;
    return () => {
      const { current } = before;
      if (current instanceof HTMLElement && current.isConnected) current.focus();
    };
  }, [open]);
}
