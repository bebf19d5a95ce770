import { useEffect, useRef } from 'react';
import { useLook } from '../queries.ts';

/**
 * Until when this person had seen the photos before this visit, which it notes once they are there.
 * Null until that is known, and for whoever looks for the first time: then nothing stands out.
 */
export function useSeenUntil(isThere: boolean): string | null {
  const { mutate, data } = useLook();
  const hasLooked = useRef(false);
  useEffect(() => {
    if (!isThere || hasLooked.current) return;
    hasLooked.current = true;
    mutate();
  }, [isThere, mutate]);
  return data?.seenUntil ?? null;
}
