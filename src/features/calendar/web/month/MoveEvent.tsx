import { AlreadyReported } from '#platform/web/forms/attempt.ts';
import { FormDialog } from '#platform/web/forms/FormDialog.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { DateField } from '#platform/web/ui/DateField.tsx';
import type { CalendarEvent } from '../../contract.ts';
import { onDay } from '../event-messages.ts';
import { useMoveEvent } from './use-move-event.ts';

interface MoveEventProps {
  event: CalendarEvent;
  today: string;
  onClose: () => void;
}

export function MoveEvent({ event, today, onClose }: MoveEventProps) {
  const { call, success, failure } = useMoveEvent(today);
  const isAnother = (date: string | null): date is string =>
    date !== null && date !== event.eventDate;
  const form = useForm({
    fieldsOf: () => ({ eventDate: event.eventDate as string | null }),
    check: ({ eventDate }) =>
      isAnother(eventDate) ? {} : { eventDate: 'Please choose another day.' },
    send: async ({ eventDate }) => {
      if (!isAnother(eventDate)) throw new AlreadyReported();
      return call(event, eventDate);
    },
    success,
    failure,
    onDone: onClose,
    isFleeting: true,
  });
  return (
    <FormDialog
      title={`Move “${event.title}” to another day`}
      action="Move"
      form={form}
      onClose={onClose}
    >
      <p>It is {onDay(event.eventDate, today)} now.</p>
      <DateField label="New day" isRequired {...form.field('eventDate')} />
    </FormDialog>
  );
}
