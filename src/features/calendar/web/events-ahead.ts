import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { addDays, localDate } from '#kit/shared/zoned-time.ts';
import { callersOf } from '#kit/web/api.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import type { CalendarCalls } from '../contract.ts';
import { AHEAD } from './todays-events.ts';

const calls = callersOf<Pick<CalendarCalls, 'list'>>()({ list: 'GET /api/calendar-events' });

/** So many days are known, today among them. */
const DAYS_KNOWN = 7;

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
  const observer = new QueryObserver(client, {
    queryKey: AHEAD,
    queryFn: () => {
      const zone = timezone();
      if (zone === undefined) throw new Error('The timezone is not known yet.');
      const from = localDate(new Date(serverNow()), zone);
      return calls.list({ query: { from, to: addDays(from, DAYS_KNOWN - 1) } });
    },
    refetchInterval: READ_AGAIN_MS,
    staleTime: 0,
  });
  return observer.subscribe(() => undefined);
}
