import { attempt } from '#platform/web/forms/attempt.ts';
import type { CalendarEvent } from '../../contract.ts';
import { onDay } from '../event-messages.ts';
import { useUpdateEvent } from '../queries.ts';

/** True for an event that happens once. */
export function isMovable({ recurringFrequency }: CalendarEvent): boolean {
  return recurringFrequency === null;
}

const FAILURE = 'Failed to move the event. Please try again.';

/** Moves an event that happens once to another day and shows a message with Undo. */
export function useMoveEvent(today: string) {
  const update = useUpdateEvent();
  const moveTo = ({ id, version }: CalendarEvent, eventDate: string) =>
    update.mutateAsync({ params: { id }, body: { version, eventDate } });
  const said = ({ title, eventDate }: CalendarEvent) =>
    `“${title}” is ${onDay(eventDate, today)} now.`;
  return {
    call: async (event: CalendarEvent, eventDate: string) => ({
      event,
      moved: await moveTo(event, eventDate),
    }),
    success: ({ event, moved }: { event: CalendarEvent; moved: CalendarEvent }) => ({
      title: 'Event moved',
      about: said(moved),
      action: {
        label: 'Undo',
        onPress: () =>
          void attempt(() => moveTo(moved, event.eventDate), {
            success: { title: 'Event moved back', text: said(event) },
            failure: FAILURE,
          }),
      },
    }),
    failure: FAILURE,
  };
}
