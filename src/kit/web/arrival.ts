import { useEffect } from 'react';

/** Longer than any list takes that can be loaded at all, in milliseconds. */
const LOOKS_FOR_MS = 15_000;

/** The fragment identifier of a thing that can be led to. */
export const anchorOf = (id: string) => `at-${id}`;

/**
 * Leads to a thing as soon as its list is drawn: into sight, with the focus and a mark that stays as
 * long as the focus does. Another `visit` leads there once more.
 */
export function useArrival(id: string | null, visit: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another visit is another effect
  useEffect(() => {
    if (id === null) return;
    const observer = new MutationObserver(() => look());
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
    const look = () => {
      const place = document.getElementById(anchorOf(id));
      if (place === null) return;
      stop();
      arriveAt(place);
    };
    const timer = setTimeout(stop, LOOKS_FOR_MS);
    observer.observe(document.body, { childList: true, subtree: true });
    // A dialog that closes gives the focus back first.
    const frame = requestAnimationFrame(look);
    return stop;
  }, [id, visit]);
}

function arriveAt(place: HTMLElement): void {
  place.tabIndex = -1;
  place.dataset.arrived = '';
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: 'center' });
  place.addEventListener('blur', () => delete place.dataset.arrived, { once: true });
}
