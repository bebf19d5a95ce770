import { useEffect, useLayoutEffect, useRef } from 'react';

/** Gives the focus back to where it was before `open`, once it no longer is. */
export function useFocusReturn(open: boolean): void {
  const before = useRef<Element | null>(null);
  // Before the effects in which what opened takes the focus for itself.
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
  }, [open]);
  // After what was inert meanwhile can take it again.
  useEffect(() => {
    if (!open) return;
    return () => {
      const { current } = before;
      if (current instanceof HTMLElement && current.isConnected) current.focus();
    };
  }, [open]);
}
