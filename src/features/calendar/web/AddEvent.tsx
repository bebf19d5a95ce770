import plus from '@phosphor-icons/core/assets/bold/plus-bold.svg?raw';
import { useEffect, useEffectEvent } from 'react';
import { useLimit } from '#features/sessions/web/queries.ts';
import { AlreadyReported } from '#platform/web/forms/attempt.ts';
import { showFirstError, useForm } from '#platform/web/forms/use-form.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { RoomLeft } from '#platform/web/ui/RoomLeft.tsx';
import { EventFormFields } from './EventFormFields.tsx';
import { bodyOf, errorsIn, fieldsOf, isComplete } from './event-form.ts';
import { useAddEvent, useEvents } from './queries.ts';

interface AddEventProps {
  today: string;
  /** The day for which an event should be added; a new object is a new request. */
  wanted?: { readonly date: string } | undefined;
}

/** The form of a new event. It keeps its values until the event is added. */
export function AddEvent({ today, wanted }: AddEventProps) {
  const add = useAddEvent();
  const used = useEvents().data?.length;
  const most = useLimit('events');
  const form = useForm({
    fieldsOf: () => fieldsOf(undefined, today),
    check: errorsIn,
    send: async (fields) => {
      if (!isComplete(fields)) throw new AlreadyReported();
      return add.mutateAsync({ body: bodyOf(fields) });
    },
    success: { title: 'Event added successfully' },
    failure: 'Failed to add event',
    onWrong: showFirstError,
  });
  const take = useEffectEvent((date: string) => {
    form.setFields((before) => ({ ...before, eventDate: date }));
    form.props.ref.current?.querySelector('input')?.focus();
  });
  useEffect(() => {
    if (wanted) take(wanted.date);
  }, [wanted]);
  return (
    <Box title="Add an event" variant="filled">
      <RoomLeft used={used} most={most} things="events" place="above">
        <form {...form.props} className="grid gap-5">
          <EventFormFields form={form} />
          <Button type="submit" icon={plus} isPending={form.isPending}>
            Add event
          </Button>
        </form>
      </RoomLeft>
    </Box>
  );
}
