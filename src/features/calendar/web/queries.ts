import { useQuery } from '@tanstack/react-query';
import { callersOf } from '#platform/web/api.ts';
import { createMutation } from '#platform/web/create-mutation.ts';
import { createQuery } from '#platform/web/create-query.ts';
import { attempt } from '#platform/web/forms/attempt.ts';
import type { ToastOptions } from '#platform/web/toasts.ts';
import type { CalendarCalls, CalendarEvent, FeedCalls } from '../contract.ts';
import { TODAY } from './todays-events.ts';

const calls = callersOf<Omit<CalendarCalls, 'today'>>()({
  list: 'GET /api/calendar-events',
  create: 'POST /api/calendar-events',
  update: 'PUT /api/calendar-events/{id}',
  skip: 'POST /api/calendar-events/{id}/skip',
  remove: 'DELETE /api/calendar-events/{id}',
});

const feedCalls = callersOf<Omit<FeedCalls, 'feed'>>()({
  readFeed: 'GET /api/calendar-feed',
  createFeed: 'POST /api/calendar-feed',
  removeFeed: 'DELETE /api/calendar-feed',
});

const EVENTS = ['calendar-events'];
const FEED = ['calendar-feed'];

/** The stored events; refetched on every mount. */
export const useEvents = createQuery(EVENTS, calls.list, { staleTime: 0 });

export function useOccurrences(from: string, to: string) {
  return useQuery({
    queryKey: [...EVENTS, from, to],
    queryFn: () => calls.list({ query: { from, to } }),
    staleTime: 0,
  });
}

export const useAddEvent = createMutation(calls.create, EVENTS, TODAY);
export const useUpdateEvent = createMutation(calls.update, EVENTS, TODAY);

/** Skips one day of a recurring event. */
export const useSkipDay = createMutation(calls.skip, EVENTS, TODAY);

interface LeftOut {
  /** The event after the day was skipped. */
  readonly left: CalendarEvent;
  readonly date: string;
  /** The day as text, for example 'today' or 'on Fri, Aug 15'. */
  readonly day: string;
}

/** Returns the toast options for a skipped day, with an Undo button. */
export function useUndoSkip(): (leftOut: LeftOut) => ToastOptions {
  const update = useUpdateEvent();
  return ({ left: { id, title, version, skippedDates }, date, day }) => ({
    about: `“${title}” does not happen ${day}.`,
    action: {
      label: 'Undo',
      onPress: () =>
        void attempt(
          () =>
            update.mutateAsync({
              params: { id },
              body: { version, skippedDates: skippedDates.filter((each) => each !== date) },
            }),
          {
            success: { title: 'Restored', text: `“${title}” happens ${day} again.` },
            failure: 'Failed to restore. Please try again.',
          },
        ),
    },
  });
}

export const useDeleteEvent = createMutation(calls.remove, EVENTS, TODAY);

/** The creation time of the feed's address; refetched on every mount. */
export const useFeed = createQuery(FEED, feedCalls.readFeed, { staleTime: 0 });

/** Creates a new address, which only this response contains. */
export const useMakeFeed = createMutation(() => feedCalls.createFeed(), FEED);
export const useEndFeed = createMutation(() => feedCalls.removeFeed(), FEED);
