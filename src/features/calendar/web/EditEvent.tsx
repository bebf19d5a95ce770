import { useState } from 'react';
import { useElders } from '#features/people/web/queries.ts';
import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { ClashNotice } from '#kit/web/ui/ClashNotice.tsx';
import { InlineEdit } from '#kit/web/ui/InlineEdit.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import { useSharedEdit } from '#kit/web/use-shared-edit.ts';
import type { CalendarEvent } from '../contract.ts';
import { EventFormFields } from './EventFormFields.tsx';
import { FIELD_NAMES, fieldMessage } from './event-field-messages.ts';
import { changeOf, type EventFields, errorsIn, fieldsOf } from './event-form.ts';
import { dayMessage } from './event-messages.ts';
import { useUpdateEvent } from './queries.ts';

interface EditEventProps {
  event: CalendarEvent;
  /** The same as it is known now; null when somebody else deleted it. */
  present: CalendarEvent | null | undefined;
  today: string;
  onDone: () => void;
}

/** An event while it is changed, in its place: Save applies it, Cancel or Escape discards it. */
export function EditEvent({ event, present, today, onDone }: EditEventProps) {
  const [opened] = useState(event);
  const shared = useSharedEdit({
    opened,
    present,
    fieldsOf: (thing: CalendarEvent | undefined) => fieldsOf(thing, today),
  });
  const { fields, setFields } = shared;
  const elders = useElders();
  const { form, show } = useFirstError();
  const [isSubmitted, setSubmitted] = useState(false);
  const update = useUpdateEvent();
  const errors = errorsIn(fields);
  const save = () =>
    shared.save({
      send: (changed, { version, mine }) =>
        update.mutateAsync({ id: event.id, version, ...changeOf(changed, mine) }),
      done: () => {
        toast.success('Event updated successfully');
        onDone();
      },
      failed: (error) => toast.error('Error', sentenceOf(error, 'Failed to update event')),
    });
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
      <ClashNotice
        edit={shared.edit}
        isGone={shared.isGone}
        thing="event"
        labels={FIELD_NAMES}
        words={(name, known) => fieldMessage(name, known, { today, elders })}
        onChoose={shared.choose}
      />
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
