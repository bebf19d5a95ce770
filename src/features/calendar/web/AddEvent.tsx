import plus from '@phosphor-icons/core/assets/bold/plus-bold.svg?raw';
import { type FormEvent, useState } from 'react';
import { useLimit } from '#features/sessions/web/queries.ts';
import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { Box } from '#kit/web/ui/Box.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { RoomLeft } from '#kit/web/ui/RoomLeft.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import { EventFormFields } from './EventFormFields.tsx';
import { bodyOf, errorsIn, fieldsOf, isComplete } from './event-form.ts';
import { useAddEvent, useEvents } from './queries.ts';

/** The form of a new event. What is typed stays until it has been added. */
export function AddEvent({ today }: { today: string }) {
  const [fields, setFields] = useState(() => fieldsOf(undefined, today));
  const [isSubmitted, setSubmitted] = useState(false);
  const { form, show } = useFirstError();
  const add = useAddEvent();
  const used = useEvents().data?.length;
  const most = useLimit('events');
  const errors = errorsIn(fields);
  const save = async () => {
    if (!isComplete(fields)) return;
    try {
      await add.mutateAsync(bodyOf(fields));
      toast.success('Event added successfully');
      setSubmitted(false);
      setFields(fieldsOf(undefined, today));
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'Failed to add event'));
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    show();
    const [sentence] = Object.values(errors);
    if (sentence !== undefined) toast.error('Error', sentence);
    else if (!add.isPending) void save();
  };
  return (
    <Box title="Add an event" variant="filled">
      <RoomLeft used={used} most={most} things="events" place="above">
        <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
          <EventFormFields
            fields={fields}
            errors={isSubmitted ? errors : {}}
            onChange={setFields}
          />
          <Button type="submit" icon={plus} isPending={add.isPending}>
            Add event
          </Button>
        </form>
      </RoomLeft>
    </Box>
  );
}
