import { useEffect, useRef } from 'react';
import { reportSound } from './queries.ts';

/**
 * Tells the server whether this device may sound: once for each change, and once more when the page
 * is looked at again after a report that did not arrive. Nobody at the tablet can do anything about
 * a failure, so none is shown.
 */
export function useReportSound(isReady: boolean, isWanted: boolean): void {
  const reported = useRef<boolean>(undefined);
  useEffect(() => {
    if (!isWanted) return;
    const report = () => {
      if (document.visibilityState !== 'visible' || reported.current === isReady) return;
      reported.current = isReady;
      reportSound(isReady).catch(() => {
        reported.current = undefined;
      });
    };
    report();
    window.addEventListener('focus', report);
    document.addEventListener('visibilitychange', report);
    return () => {
      window.removeEventListener('focus', report);
      document.removeEventListener('visibilitychange', report);
    };
  }, [isReady, isWanted]);
}
