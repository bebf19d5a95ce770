import { binPromise } from '#features/bin/domain/bin-promise.ts';
import { useUndoDeletion } from '#features/bin/web/queries.ts';
import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import type { ToastOptions } from '#platform/web/toasts.ts';
import { EVERY, type ListedEvent, onDay } from './event-messages.ts';
import { useDeleteEvent, useSkipDay, useUndoSkip } from './queries.ts';

interface DeleteEventProps {
  listed: ListedEvent;
  today: string;
  /** True if `listed.next` is the selected day instead of the next occurrence. */
  isOfDay?: boolean;
  onClose: () => void;
}

/** Asks for confirmation, then deletes the event; a recurring event can also skip one day. */
export function DeleteEvent({ listed, today, isOfDay = false, onClose }: DeleteEventProps) {
  const { event, next } = listed;
  const remove = useDeleteEvent();
  const skip = useSkipDay();
  const undoDeletion = useUndoDeletion();
  const undoSkip = useUndoSkip();
  const dialog = {
    title: 'Delete event',
    call: async () => {
      await remove.mutateAsync({ params: { id: event.id } });
      return undoDeletion({ name: `“${event.title}”`, ids: [event.id] });
    },
    success: (options: ToastOptions) => ({ title: 'Event deleted successfully', ...options }),
    failure: 'Failed to delete event',
    onClose,
  };
  if (event.recurringFrequency === null || next === undefined) {
    return (
      <ConfirmDialog
        {...dialog}
        text={`Are you sure you want to delete “${event.title}”? ${binPromise()}`}
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
        // A skipped day does not go to the bin: undo changes the event.
        call: async () => {
          const left = await skip.mutateAsync({ params: { id: event.id }, body: { date: next } });
          return undoSkip({ left, date: next, day: onDay(next, today) });
        },
      }}
    />
  );
}
