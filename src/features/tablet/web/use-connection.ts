import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { gotNoAnswer, waitedInVain } from '#platform/web/api.ts';

/**
 * Delay in milliseconds after which an unanswered request is repeated. Only two unanswered requests
 * in a row count as no connection.
 */
const CONFIRM_MS = 2000;
/** Retry interval without a connection, so that the offline screen closes automatically. */
const RETRY_MS = 5000;

/** Option to join a running request, because a new one would restart the wait. */
const JOIN = { cancelRefetch: false };
/** Option to replace a running request, because its result would be outdated. */
const ANEW = { cancelRefetch: true };

/** A query that is polled. */
interface Poll {
  readonly error: Error | null;
  readonly isFetching: boolean;
  refetch(how: typeof JOIN): Promise<{ readonly error: Error | null }>;
}

export type Connection = ReturnType<typeof useConnection>;

/**
 * Determines from two polls whether the server answers. The browser's online events only trigger a
 * request.
 */
export function useConnection(one: Poll, other: Poll) {
  const client = useQueryClient();
  const { refetch: readOne } = one;
  const { refetch: readOther } = other;
  const errors = [useLastError(one), useLastError(other)];
  const isUnanswered = errors.some(gotNoAnswer);
  const [isConfirmed, setConfirmed] = useState(false);
  // A request that ended with a timeout needs no confirmation.
  const isOffline = isUnanswered && (isConfirmed || errors.some(waitedInVain));

  /** Sends requests now; resolves to true if the server answered. */
  const ask = useCallback(
    async (how = ANEW) => {
      const answers = await Promise.all([readOne(how), readOther(how)]);
      const isSilent = answers.some(({ error }) => gotNoAnswer(error));
      setConfirmed(isSilent);
      return !isSilent;
    },
    [readOne, readOther],
  );

  // Runs as a layout effect, so that no event is lost between rendering and effects.
  useLayoutEffect(() => {
    const askNow = () => void ask();
    window.addEventListener('online', askNow);
    window.addEventListener('offline', askNow);
    // The connection may have been lost before the listeners were added.
    if (!navigator.onLine) askNow();
    return () => {
      window.removeEventListener('online', askNow);
      window.removeEventListener('offline', askNow);
    };
  }, [ask]);

  useEffect(() => {
    if (!isUnanswered) return setConfirmed(false);
    const confirming = setTimeout(ask, CONFIRM_MS, JOIN);
    const retrying = setInterval(ask, RETRY_MS, JOIN);
    return () => {
      clearTimeout(confirming);
      clearInterval(retrying);
    };
  }, [isUnanswered, ask]);

  const wasOffline = useRef(false);
  useEffect(() => {
    // After a reconnect, refetches failed queries and data that may have changed meanwhile.
    if (wasOffline.current && !isOffline) void client.invalidateQueries();
    wasOffline.current = isOffline;
  }, [isOffline, client]);

  return { isOffline, ask };
}

/**
 * Returns the error of the last finished request, because a query that was never loaded clears its
 * error during a refetch.
 */
function useLastError({ error, isFetching }: Poll): Error | null {
  const [last, setLast] = useState(error);
  if (!isFetching && last !== error) setLast(error);
  return isFetching ? last : error;
}
