import { useEffect, useState } from 'react';
import { serverNow } from './server-clock.ts';

/**
 * The time by the server's clock. It moves on at whole multiples of `everyMs`, so a clock turns with
 * the minute, and is read again at once when the page is looked at after a sleep.
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
