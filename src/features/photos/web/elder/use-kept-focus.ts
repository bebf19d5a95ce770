import { type RefObject, useEffect } from 'react';

/**
 * Moves the focus into the viewer when it opens, and again after the focused arrow has disappeared
 * or a reminder had the focus.
 */
export function useFocusReturnAfterViewer(
  viewer: RefObject<HTMLElement | null>,
  isHeld: boolean,
  arrows: { previous: boolean; next: boolean },
): void {
  const { previous, next } = arrows;
  useEffect(() => {
    if (!isHeld && !hasFocus(viewer.current)) viewer.current?.focus();
  }, [viewer, isHeld]);
  useEffect(() => {
    if (previous && next) return;
    // The focused arrow has disappeared, so the other one gets the focus.
    if (document.activeElement === document.body) {
      const other = viewer.current?.querySelector<HTMLElement>('[data-arrow]');
      (other ?? viewer.current)?.focus();
    }
  }, [viewer, previous, next]);
}

function hasFocus(viewer: HTMLElement | null): boolean {
  return viewer?.contains(document.activeElement) ?? false;
}
