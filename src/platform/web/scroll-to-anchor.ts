import { useEffect } from 'react';

/** Maximum time to wait for the element, in milliseconds; longer than any list takes to load. */
const LOOKS_FOR_MS = 15_000;

/** Returns the DOM id of a list item, by which a link can refer to it. */
export const anchorOf = (id: string) => `at-${id}`;

/**
 * Scrolls to an element as soon as it is rendered, focuses it, and highlights it while it has the
 * focus. A new value of `visit` repeats this.
 */
export function useScrollToAnchor(id: string | null, visit: unknown): void {
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
    // In the next frame, after a closing dialog has restored the focus to another element.
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
