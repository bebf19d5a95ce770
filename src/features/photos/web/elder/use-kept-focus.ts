import { type RefObject, useEffect } from 'react';

/** The viewer takes the focus, and has it again when it was lost: with an arrow, or to a reminder. */
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
    // The arrow that went away had it: the other one takes it.
    if (document.activeElement === document.body) {
      const other = viewer.current?.querySelector<HTMLElement>('[data-arrow]');
      (other ?? viewer.current)?.focus();
    }
  }, [viewer, previous, next]);
}

function hasFocus(viewer: HTMLElement | null): boolean {
  return viewer?.contains(document.activeElement) ?? false;
}
