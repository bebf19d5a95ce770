import { useRef } from 'react';
import { useUndoDeletion } from '#features/bin/web/queries.ts';
import { ConfirmDialog } from '#kit/web/forms/ConfirmDialog.tsx';
import { EVERY, type ListedEvent, onDay } from './event-messages.ts';
import { useDeleteEvent, useSkipDay } from './queries.ts';

interface DeleteEventProps {
  listed: ListedEvent;
  today: string;
  /** The day that is looked at is another than the next. */
  isOfDay?: boolean;
  onClose: () => void;
}

/** Asks, then deletes; of an event that recurs also the next day alone. */
export function DeleteEvent({ listed, today, isOfDay = false, onClose }: DeleteEventProps) {
  const { event, next } = listed;
  const remove = useDeleteEvent();
  const skip = useSkipDay();
  const undoable = useUndoDeletion();
  // Of a day that is left out alone nothing goes into the bin.
  const isSkipped = useRef(false);
  const dialog = {
    title: 'Delete event',
    call: () => {
      isSkipped.current = false;
      return remove.mutateAsync(event.id);
    },
    success: () => ({
      title: 'Event deleted successfully',
      ...(isSkipped.current ? {} : undoable({ name: `“${event.title}”`, ids: [event.id] })),
    }),
    failure: 'Failed to delete event',
    onClose,
  };
  if (event.recurringFrequency === null || next === undefined) {
    return (
      <ConfirmDialog
        {...dialog}
        text={`Are you sure you want to delete “${event.title}”? This action cannot be undone.`}
        action="Delete"
      />
    );
  }
  return (
    <ConfirmDialog
      {...dialog}
      text={`“${event.title}” happens ${EVERY[event.recurringFrequency]}, ${isOfDay ? 'also' : 'next'} ${onDay(next, today)}. Delete only this day, or all of them?`}
      action="All of them"
      other={{
        action: 'Only this day',
        call: () => {
          isSkipped.current = true;
          return skip.mutateAsync({ id: event.id, date: next });
        },
      }}
    />
  );
}
