import { useEffect, useRef } from 'react';
import { useLook } from '../queries.ts';

/**
 * Returns the time until which this person had seen the photos before this visit, and records the
 * visit once photos are shown. Null while unknown and at the first visit: then no photo is marked
 * as new.
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
