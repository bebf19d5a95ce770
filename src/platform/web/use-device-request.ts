import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isLineOpen } from './live.ts';

/** Poll interval while the event stream is not open, in milliseconds. */
const ASK_MS = 20_000;

/**
 * Returns the current request for this device, which arrives through the event stream, or by
 * polling while the stream is closed. Undefined while it is unknown or `isWanted` is false.
 */
export function useDeviceRequest<Asked>(
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
