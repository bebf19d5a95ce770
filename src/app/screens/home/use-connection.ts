import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useUpcomingMedications } from '#features/medications/web/queries.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { gotNoAnswer, waitedInVain } from '#kit/web/api.ts';

/** One unanswered call may be a hiccup: it is asked once more after this before it counts. */
const CONFIRM_MS = 2000;
/** Without a connection the server is asked this often, so that the screen leaves by itself. */
const RETRY_MS = 5000;

/** A call that is under way is waited for: a second one would only begin the wait anew. */
const JOINING = { cancelRefetch: false };

/**
 * Whether there is a connection: whether the polls get an answer of the server. What the browser
 * says of itself decides nothing, it is only a reason to ask at once.
 */
export function useConnection() {
  const client = useQueryClient();
  const { error: settingsError, refetch: readSettings } = useSettings();
  const { error: upcomingError, refetch: readUpcoming } = useUpcomingMedications();
  const errors = [settingsError, upcomingError];
  const isUnanswered = errors.some(gotNoAnswer);
  const [isConfirmed, setConfirmed] = useState(false);
  // Who has waited so long need not be asked twice.
  const isOffline = isUnanswered && (isConfirmed || errors.some(waitedInVain));

  /** Asks the server now; true when it answered. */
  const ask = useCallback(async () => {
    const answers = await Promise.all([readSettings(JOINING), readUpcoming(JOINING)]);
    const isSilent = answers.some(({ error }) => gotNoAnswer(error));
    setConfirmed(isSilent);
    return !isSilent;
  }, [readSettings, readUpcoming]);

  useEffect(() => {
    const askNow = () => void ask();
    window.addEventListener('online', askNow);
    window.addEventListener('offline', askNow);
    return () => {
      window.removeEventListener('online', askNow);
      window.removeEventListener('offline', askNow);
    };
  }, [ask]);

  useEffect(() => {
    if (!isUnanswered) return setConfirmed(false);
    const confirming = setTimeout(ask, CONFIRM_MS);
    const retrying = setInterval(ask, RETRY_MS);
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
