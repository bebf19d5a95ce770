import { useState } from 'react';
import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { InlineEdit } from '#kit/web/ui/InlineEdit.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import type { CalendarEvent } from '../contract.ts';
import { EventFormFields } from './EventFormFields.tsx';
import { bodyOf, type EventFields, errorsIn, fieldsOf, isComplete } from './event-form.ts';
import { dayWords } from './event-words.ts';
import { useUpdateEvent } from './queries.ts';

interface EditEventProps {
  event: CalendarEvent;
  today: string;
  onDone: () => void;
}

/** An event while it is changed, in its place: Save applies it, Cancel or Escape discards it. */
export function EditEvent({ event, today, onDone }: EditEventProps) {
  const [fields, setFields] = useState(() => fieldsOf(event, today));
  const { form, show } = useFirstError();
  const [isSubmitted, setSubmitted] = useState(false);
  const update = useUpdateEvent();
  const errors = errorsIn(fields);
  const save = async () => {
    if (!isComplete(fields)) return;
    try {
      await update.mutateAsync({ id: event.id, ...bodyOf(fields) });
      toast.success('Event updated successfully');
      onDone();
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'Failed to update event'));
    }
  };
  const submit = () => {
    setSubmitted(true);
    show();
    const [sentence] = Object.values(errors);
    if (sentence !== undefined) toast.error('Error', sentence);
    else void save();
  };
  return (
    <InlineEdit
      label={`Edit ${event.title}`}
      form={form}
      isPending={update.isPending}
      onSave={submit}
      onCancel={onDone}
      className="@container tablet:p-5"
    >
      <EventFormFields
        isWide
        fields={fields}
        errors={isSubmitted ? errors : {}}
        onChange={setFields}
      />
      {fields.recurring ? <LeftOut fields={fields} today={today} onChange={setFields} /> : null}
    </InlineEdit>
  );
}

interface LeftOutProps {
  fields: EventFields;
  today: string;
  onChange: (fields: EventFields) => void;
}

/** The coming days on which it does not happen. */
function LeftOut({ fields, today, onChange }: LeftOutProps) {
  const coming = fields.skippedDates.filter((date) => date >= today);
  if (coming.length === 0) return null;
  const bringBack = (date: string) =>
    onChange({ ...fields, skippedDates: fields.skippedDates.filter((each) => each !== date) });
  return (
    <div>
      <p className="font-semibold">Left out</p>
      <ul className="flex flex-wrap gap-x-6">
        {coming.map((date) => (
          <li key={date} className="flex items-center gap-1">
            {dayWords(date, today)}
            <Button
              look="quiet"
              aria-label={`Bring back ${dayWords(date, today)}`}
              onPress={() => bringBack(date)}
            >
              Bring back
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
