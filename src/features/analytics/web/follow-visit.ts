import { SECOND_MS } from '#platform/shared/durations.ts';
import { MAX_SECONDS } from '../limits.ts';

interface VisitOptions {
  send: (what: 'started' | 'ended', seconds: number) => void;
  /** True if time in the background counts too. */
  countsUnseen: boolean;
}

/**
 * Reports the start of a visit at once. Reports its end with its seconds when the returned function
 * is called or the page is hidden. A page restored from the back/forward cache begins another
 * visit.
 */
export function followVisit({ send, countsUnseen }: VisitOptions): () => void {
  let lookedMs = 0;
  let since: number | undefined;
  let isOpen = false;
  const counts = () => countsUnseen || document.visibilityState === 'visible';
  const look = () => {
    const now = performance.now();
    if (since !== undefined) lookedMs += now - since;
    since = isOpen && counts() ? now : undefined;
  };
  const begin = () => {
    if (isOpen) return;
    lookedMs = 0;
    since = undefined;
    isOpen = true;
    look();
    send('started', 0);
  };
  const end = () => {
    if (!isOpen) return;
    isOpen = false;
    look();
    send('ended', Math.min(MAX_SECONDS, Math.round(lookedMs / SECOND_MS)));
  };
  const again = (event: PageTransitionEvent) => {
    if (event.persisted) begin();
  };
  begin();
  document.addEventListener('visibilitychange', look);
  window.addEventListener('pagehide', end);
  window.addEventListener('pageshow', again);
  return () => {
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('pagehide', end);
    window.removeEventListener('pageshow', again);
    end();
  };
}
