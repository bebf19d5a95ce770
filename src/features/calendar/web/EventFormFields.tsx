import { useElders } from '#features/people/web/queries.ts';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { zoneMessage } from '#features/settings/domain/time-zones.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import type { Form } from '#platform/web/forms/use-form.ts';
import { DateField } from '#platform/web/ui/DateField.tsx';
import { ForWhom } from '#platform/web/ui/ForWhom.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { Switch } from '#platform/web/ui/Switch.tsx';
import { TextField } from '#platform/web/ui/TextField.tsx';
import { useNow } from '#platform/web/use-now.ts';
import {
  EVENT_TYPES,
  KNOWN_EVENT_TYPES,
  RECURRENCES,
  type Recurrence,
} from '../domain/event-kinds.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from '../limits.ts';
import { EventTime } from './EventTime.tsx';
import { type EventFields, withStart } from './event-form.ts';
import { EVERY } from './event-messages.ts';
import { EVENT_VARIANTS } from './event-variants.ts';

interface EventFormFieldsProps {
  form: Form<EventFields>;
  /** If true, the form has two columns where there is enough space. */
  isWide?: boolean;
}

const RECURRENCE_OPTIONS = RECURRENCES.map((value) => ({
  value,
  label: everyMessage(value),
}));

export function EventFormFields({ form, isWide }: EventFormFieldsProps) {
  const { fields, field } = form;
  const elders = useElders();
  const { timezone } = useSettings().data ?? DEFAULT_SETTINGS;
  const now = useNow(30_000);
  // `reminder` is not offered, but an existing reminder keeps its type.
  const types = fields.eventType === 'reminder' ? KNOWN_EVENT_TYPES : EVENT_TYPES;
  return (
    <div className={`grid gap-4 ${isWide ? '@md:grid-cols-2 @md:items-start' : ''}`}>
      <TextField
        label="Title"
        isRequired
        autoComplete="off"
        maxLength={MAX_TITLE_LENGTH}
        {...field('title')}
      />
      <DateField label="Date" isRequired {...field('eventDate')} />
      {fields.allDay ? null : (
        <>
          <EventTime
            label="Start"
            value={fields.startTime}
            onChange={(startTime) => form.setFields((before) => withStart(before, startTime))}
          />
          <EventTime label="End" {...field('endTime')} />
        </>
      )}
      <Switch
        label="All day"
        className={isWide ? '@md:pt-8' : ''}
        isSelected={fields.allDay}
        onChange={field('allDay').onChange}
      />
      {fields.allDay ? null : <p className="text-help text-soft">{zoneMessage(timezone, now)}</p>}
      <ForWhom people={elders} {...field('userId')} />
      <Select
        label="Type"
        isRequired
        options={types.map((value) => ({ value, label: EVENT_VARIANTS[value].word }))}
        {...field('eventType')}
      />
      <TextField
        label="Description"
        mark="optional"
        autoComplete="off"
        maxLength={MAX_DESCRIPTION_LENGTH}
        lines={2}
        {...field('description')}
        className={isWide ? '@md:col-span-2' : ''}
      />
      <Repeats form={form} className={isWide ? '@md:pt-8' : ''} />
    </div>
  );
}

interface RepeatsProps {
  form: Form<EventFields>;
  /** Class of the switch. */
  className: string;
}

function Repeats({ form, className }: RepeatsProps) {
  const { field } = form;
  const { recurring, recurringFrequency } = form.fields;
  return (
    <>
      <Switch
        label="Repeats"
        className={className}
        description={recurring ? everyMessage(recurringFrequency) : 'Happens once'}
        isSelected={recurring}
        onChange={field('recurring').onChange}
      />
      {recurring ? (
        <>
          <Select label="How often" options={RECURRENCE_OPTIONS} {...field('recurringFrequency')} />
          <DateField label="Last day" mark="optional" {...field('recurringUntil')} />
        </>
      ) : null}
    </>
  );
}

function everyMessage(recurrence: Recurrence): string {
  return EVERY[recurrence].replace('every', 'Every');
}
