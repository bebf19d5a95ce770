import { useEffect } from 'react';

/** Makes the browser ask before closing or leaving the page, while `wouldLose` is true. */
export function useWarningBeforeLeaving(wouldLose: boolean): void {
  useEffect(() => (wouldLose ? askBeforeLeaving() : undefined), [wouldLose]);
}

/**
 * Makes the browser ask before closing or leaving the page. Returns a function that removes this
 * question.
 */
export function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
