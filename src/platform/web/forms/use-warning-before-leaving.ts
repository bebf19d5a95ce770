import { useEffect } from 'react';

/** While `wouldLose` is true, the browser asks before the page is closed or left. */
export function useWarningBeforeLeaving(wouldLose: boolean): void {
  useEffect(() => (wouldLose ? askBeforeLeaving() : undefined), [wouldLose]);
}

/** Makes the browser ask before the page is closed or left; returns a function that ends this. */
export function askBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
