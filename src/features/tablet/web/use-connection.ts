import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { gotNoAnswer, waitedInVain } from '#kit/web/api.ts';

/** One unanswered call may be a hiccup: it is asked once more after this before it counts. */
const CONFIRM_MS = 2000;
/** Without a connection the server is asked this often, so that the screen leaves by itself. */
const RETRY_MS = 5000;

/** A call that is under way is waited for: a second one would only begin the wait anew. */
const JOIN = { cancelRefetch: false };
/** Something has changed meanwhile: a call that was under way says nothing of it. */
const ANEW = { cancelRefetch: true };

/** Something that is read again and again. */
interface Poll {
  readonly error: Error | null;
  readonly isFetching: boolean;
  refetch(how: typeof JOIN): Promise<{ readonly error: Error | null }>;
}

export type Connection = ReturnType<typeof useConnection>;

/**
 * Whether there is a connection: whether the two polls get an answer of the server. What the browser
 * says of itself decides nothing, it is only a reason to ask at once.
 */
export function useConnection(one: Poll, other: Poll) {
  const client = useQueryClient();
  const { refetch: readOne } = one;
  const { refetch: readOther } = other;
  const errors = [useLastError(one), useLastError(other)];
  const isUnanswered = errors.some(gotNoAnswer);
  const [isConfirmed, setConfirmed] = useState(false);
  // Who has waited so long need not be asked twice.
  const isOffline = isUnanswered && (isConfirmed || errors.some(waitedInVain));

  /** Asks the server now; true when it answered. */
  const ask = useCallback(
    async (how = ANEW) => {
      const answers = await Promise.all([readOne(how), readOther(how)]);
      const isSilent = answers.some(({ error }) => gotNoAnswer(error));
      setConfirmed(isSilent);
      return !isSilent;
    },
    [readOne, readOther],
  );

  // As soon as the screen is there: between a screen and its effects something may be said already.
  useLayoutEffect(() => {
    const askNow = () => void ask();
    window.addEventListener('online', askNow);
    window.addEventListener('offline', askNow);
    // It may have been lost before anybody listened.
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
    // What failed meanwhile, and what changed elsewhere, is read anew.
    if (wasOffline.current && !isOffline) void client.invalidateQueries();
    wasOffline.current = isOffline;
  }, [isOffline, client]);

  return { isOffline, ask };
}

/** How the last finished call failed: what was never read forgets its failure while it is asked again. */
function useLastError({ error, isFetching }: Poll): Error | null {
  const [last, setLast] = useState(error);
  if (!isFetching && last !== error) setLast(error);
  return isFetching ? last : error;
}
