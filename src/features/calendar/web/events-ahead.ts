import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { localDate } from '#kit/shared/zoned-time.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { eventsAhead } from './todays-events.ts';

const READ_AGAIN_MS = 3_600_000;

/**
 * Keeps at hand what occurs within a week, for days on which the server does not answer: read each
 * hour, and again whenever events have changed. `timezone` is undefined while it is not known.
 * Returns what ends it.
 */
export function keepEventsAhead(
  client: QueryClient,
  timezone: () => string | undefined,
): () => void {
  const today = () => {
    const zone = timezone();
    if (zone === undefined) throw new Error('The timezone is not known yet.');
    return localDate(new Date(serverNow()), zone);
  };
  const observer = new QueryObserver(client, {
    ...eventsAhead(today),
    refetchInterval: READ_AGAIN_MS,
    staleTime: 0,
  });
  return observer.subscribe(() => undefined);
}
