import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { AlertDialog } from '#kit/web/ui/AlertDialog.tsx';
import { dayMessage, EVERY, type ListedEvent } from './event-messages.ts';
import { useDeleteEvent, useSkipDay } from './queries.ts';

interface DeleteEventProps {
  listed: ListedEvent;
  today: string;
  onClose: () => void;
}

/** Asks, then deletes; of an event that recurs also the next day alone. */
export function DeleteEvent({ listed, today, onClose }: DeleteEventProps) {
  const { event, next } = listed;
  const remove = useDeleteEvent();
  const skip = useSkipDay();
  const confirm = async (work: () => Promise<unknown>) => {
    try {
      await work();
      toast.success('Event deleted successfully');
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'Failed to delete event'));
    }
    onClose();
  };
  const all = () => void confirm(() => remove.mutateAsync(event.id));
  if (event.recurringFrequency === null || next === undefined) {
    return (
      <AlertDialog
        title="Delete event"
        text={`Are you sure you want to delete “${event.title}”? This action cannot be undone.`}
        action="Delete"
        isPending={remove.isPending}
        onConfirm={all}
        onClose={onClose}
      />
    );
  }
  return (
    <AlertDialog
      title="Delete event"
      text={`“${event.title}” happens ${EVERY[event.recurringFrequency]}, next ${nextMessage(next, today)}. Delete only this day, or all of them?`}
      action="All of them"
      isPending={remove.isPending}
      onConfirm={all}
      other={{
        action: 'Only this day',
        isPending: skip.isPending,
        onConfirm: () => void confirm(() => skip.mutateAsync({ id: event.id, date: next })),
      }}
      onClose={onClose}
    />
  );
}

/** 'today', 'tomorrow', 'on Fri, Aug 15' */
function nextMessage(date: string, today: string): string {
  const words = dayMessage(date, today);
  return /^To/.test(words) ? words.toLowerCase() : `on ${words}`;
}
