import { useEffect, useState } from 'react';
import { serverNow } from './server-clock.ts';

/**
 * Returns the time of the server's clock. The value is updated at whole multiples of `everyMs`,
 * such as full minutes, and when the page becomes visible after a sleep.
 */
export function useNow(everyMs: number): Date {
  const [now, setNow] = useState(() => new Date(serverNow()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      clearTimeout(timer);
      const current = serverNow();
      setNow(new Date(current));
      timer = setTimeout(read, everyMs - (current % everyMs));
    };
    const readWhenSeen = () => {
      if (document.visibilityState === 'visible') read();
    };
    read();
    document.addEventListener('visibilitychange', readWhenSeen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', readWhenSeen);
    };
  }, [everyMs]);
  return now;
}
