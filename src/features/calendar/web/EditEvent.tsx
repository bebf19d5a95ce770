import { useEffect, useState } from 'react';
import { useElders } from '#features/people/web/queries.ts';
import { ClashNotice } from '#platform/web/forms/ClashNotice.tsx';
import { InlineEdit } from '#platform/web/forms/InlineEdit.tsx';
import { showFirstError, useForm } from '#platform/web/forms/use-form.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import type { CalendarEvent } from '../contract.ts';
import { EventFormFields } from './EventFormFields.tsx';
import { FIELD_NAMES, fieldMessage } from './event-field-messages.ts';
import { changeOf, type EventFields, errorsIn, fieldsOf } from './event-form.ts';
import { dayMessage } from './event-messages.ts';
import { useUpdateEvent } from './queries.ts';

interface EditEventProps {
  event: CalendarEvent;
  /** The current version of the event; null if another administrator deleted it. */
  present: CalendarEvent | null | undefined;
  today: string;
  onDone: () => void;
}

/** The form of an event in its row: Save applies it, Cancel or Escape discards it. */
export function EditEvent({ event, present, today, onDone }: EditEventProps) {
  const [opened] = useState(event);
  const elders = useElders();
  const update = useUpdateEvent();
  const form = useForm({
    opened,
    present,
    fieldsOf: (thing: CalendarEvent | undefined) => fieldsOf(thing, today),
    check: errorsIn,
    send: (fields, { changed, version }) =>
      update.mutateAsync({
        params: { id: event.id },
        body: { version, ...changeOf(changed, fields) },
      }),
    success: { title: 'Event updated successfully' },
    failure: 'Failed to update event',
    onWrong: showFirstError,
    onDone,
  });
  const { ref } = form.props;
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  return (
    <InlineEdit
      label={`Edit ${event.title}`}
      form={form}
      onCancel={onDone}
      className="@container tablet:p-5"
    >
      <ClashNotice
        form={form}
        thing="event"
        labels={FIELD_NAMES}
        words={(name, known) => fieldMessage(name, known, { today, elders })}
      />
      <EventFormFields isWide form={form} />
      {form.fields.recurring ? (
        <LeftOut fields={form.fields} today={today} onChange={form.setFields} />
      ) : null}
    </InlineEdit>
  );
}

interface LeftOutProps {
  fields: EventFields;
  today: string;
  onChange: (fields: EventFields) => void;
}

/** The skipped dates from today on. */
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
            {dayMessage(date, today)}
            <Button
              variant="quiet"
              aria-label={`Bring back ${dayMessage(date, today)}`}
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
