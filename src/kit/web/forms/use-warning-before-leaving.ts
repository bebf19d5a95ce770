import { useEffect } from 'react';

/** While something would be lost by it, the browser asks before the page is closed or left. */
export function useWarningBeforeLeaving(wouldLose: boolean): void {
  useEffect(() => (wouldLose ? askBeforeLeaving() : undefined), [wouldLose]);
}

/** The browser asks before the page is closed or left, until what this answers is called. */
export function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
