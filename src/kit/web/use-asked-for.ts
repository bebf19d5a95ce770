import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isLineOpen } from './live.ts';

/** How often a device asks that is not told by the line, in milliseconds. */
const ASK_MS = 20_000;

/**
 * What this device is asked for: told by the live line, and while that is not open asked about again
 * and again. Undefined while it is not known, or not wanted.
 */
export function useAskedFor<Asked>(
  queryKey: QueryKey,
  ask: () => Promise<Asked>,
  isWanted: boolean,
): Asked | undefined {
  const { data, refetch } = useQuery({
    queryKey,
    queryFn: ask,
    enabled: isWanted,
    staleTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (!isWanted) return;
    const timer = setInterval(() => {
      if (!isLineOpen()) void refetch();
    }, ASK_MS);
    return () => clearInterval(timer);
  }, [isWanted, refetch]);
  return isWanted ? data : undefined;
}
