import { useEffect } from 'react';
import { isLineOpen } from './live.ts';

/** How often a device asks that is not told by the line, in milliseconds. */
const ASK_MS = 20_000;

/** Asks again and again while the live line, which would tell, is not open. */
export function useAskWithoutLine(isWanted: boolean, ask: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isWanted) return;
    const timer = setInterval(() => {
      if (!isLineOpen()) void ask();
    }, ASK_MS);
    return () => clearInterval(timer);
  }, [isWanted, ask]);
}
