import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useUpcomingMedications } from '#features/medications/web/queries.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { ApiError } from '#kit/web/api.ts';
import { useIsOnline } from '#kit/web/use-is-online.ts';

/** One unanswered call may be a hiccup: it is asked once more after this before it counts. */
const CONFIRM_MS = 2000;
/** Without a connection the server is asked this often, so that the screen leaves by itself. */
const RETRY_MS = 5000;

/** Whether there is a connection: what the browser says, and whether the polls get any answer. */
export function useConnection() {
  const client = useQueryClient();
  const isOnline = useIsOnline();
  const { error: settingsError, refetch: readSettings } = useSettings();
  const { error: upcomingError, refetch: readUpcoming } = useUpcomingMedications();
  const isUnanswered = gotNoAnswer(settingsError) || gotNoAnswer(upcomingError);
  const [isConfirmed, setConfirmed] = useState(false);
  const isOffline = !isOnline || (isUnanswered && isConfirmed);

  /** Asks the server now; true when it answered. */
  const ask = useCallback(async () => {
    const answers = await Promise.all([readSettings(), readUpcoming()]);
    const isSilent = answers.some(({ error }) => gotNoAnswer(error));
    setConfirmed(isSilent);
    return !isSilent;
  }, [readSettings, readUpcoming]);

  useEffect(() => {
    if (!isUnanswered && isOnline) return;
    const confirming = setTimeout(ask, CONFIRM_MS);
    const retrying = setInterval(ask, RETRY_MS);
    return () => {
      clearTimeout(confirming);
      clearInterval(retrying);
    };
  }, [isUnanswered, isOnline, ask]);

  const wasOffline = useRef(false);
  useEffect(() => {
    // What failed meanwhile, and what changed elsewhere, is read anew.
    if (wasOffline.current && !isOffline) void client.invalidateQueries();
    wasOffline.current = isOffline;
  }, [isOffline, client]);

  return { isOffline, ask };
}

/** Whatever the server answers, the connection is there. */
function gotNoAnswer(error: Error | null): boolean {
  return error !== null && !(error instanceof ApiError);
}
