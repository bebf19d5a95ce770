import { useElders } from '#features/people/web/queries.ts';
import { DEFAULT_SETTINGS } from '#features/settings/defaults.ts';
import { zoneMessage } from '#features/settings/time-zones.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { DateField } from '#kit/web/ui/DateField.tsx';
import { ForWhom } from '#kit/web/ui/ForWhom.tsx';
import { Select } from '#kit/web/ui/Select.tsx';
import { Switch } from '#kit/web/ui/Switch.tsx';
import { TextField } from '#kit/web/ui/TextField.tsx';
import { useNow } from '#kit/web/use-now.ts';
import { EVENT_TYPES, KNOWN_EVENT_TYPES, RECURRENCES, type Recurrence } from '../event-kinds.ts';
import { EventTime } from './EventTime.tsx';
import { type EventErrors, type EventFields, withStart } from './event-form.ts';
import { EVERY } from './event-messages.ts';
import { EVENT_VARIANTS } from './event-variants.ts';

interface EventFormFieldsProps {
  fields: EventFields;
  errors: EventErrors;
  onChange: (fields: EventFields) => void;
  /** Beside each other where there is room. */
  isWide?: boolean;
}

const RECURRENCE_OPTIONS = RECURRENCES.map((value) => ({
  value,
  label: everyMessage(value),
}));

/** What an event is asked for, from top to bottom. */
export function EventFormFields({ fields, errors, onChange, isWide }: EventFormFieldsProps) {
  const elders = useElders();
  const { timezone } = useSettings().data ?? DEFAULT_SETTINGS;
  const now = useNow(30_000);
  const change = (changed: Partial<EventFields>) => onChange({ ...fields, ...changed });
  // A reminder is not offered, but an event that is one stays one.
  const types = fields.eventType === 'reminder' ? KNOWN_EVENT_TYPES : EVENT_TYPES;
  return (
    <div className={`grid gap-4 ${isWide ? '@md:grid-cols-2 @md:items-start' : ''}`}>
      <TextField
        label="Title"
        isRequired
        autoComplete="off"
        maxLength={200}
        value={fields.title}
        error={errors.title}
        onChange={(title) => change({ title })}
      />
      <DateField
        label="Date"
        isRequired
        value={fields.eventDate}
        error={errors.eventDate}
        onChange={(eventDate) => change({ eventDate })}
      />
      {fields.allDay ? null : (
        <>
          <EventTime
            label="Start"
            value={fields.startTime}
            onChange={(startTime) => onChange(withStart(fields, startTime))}
          />
          <EventTime
            label="End"
            value={fields.endTime}
            error={errors.endTime}
            onChange={(endTime) => change({ endTime })}
          />
        </>
      )}
      <Switch
        label="All day"
        className={isWide ? '@md:pt-8' : ''}
        isSelected={fields.allDay}
        onChange={(allDay) => change({ allDay })}
      />
      {fields.allDay ? null : <p className="text-help text-soft">{zoneMessage(timezone, now)}</p>}
      <ForWhom people={elders} value={fields.userId} onChange={(userId) => change({ userId })} />
      <Select
        label="Type"
        isRequired
        options={types.map((value) => ({ value, label: EVENT_VARIANTS[value].word }))}
        value={fields.eventType}
        onChange={(eventType) => change({ eventType })}
      />
      <TextField
        label="Description"
        mark="optional"
        autoComplete="off"
        maxLength={2000}
        lines={2}
        value={fields.description}
        onChange={(description) => change({ description })}
        className={isWide ? '@md:col-span-2' : ''}
      />
      <Repeats
        fields={fields}
        errors={errors}
        change={change}
        className={isWide ? '@md:pt-8' : ''}
      />
    </div>
  );
}

interface RepeatsProps {
  fields: EventFields;
  errors: EventErrors;
  change: (changed: Partial<EventFields>) => void;
  /** Of the switch. */
  className: string;
}

function Repeats({ fields, errors, change, className }: RepeatsProps) {
  const { recurring, recurringFrequency } = fields;
  return (
    <>
      <Switch
        label="Repeats"
        className={className}
        description={recurring ? everyMessage(recurringFrequency) : 'Happens once'}
        isSelected={recurring}
        onChange={(isOn) => change({ recurring: isOn })}
      />
      {recurring ? (
        <>
          <Select
            label="How often"
            options={RECURRENCE_OPTIONS}
            value={recurringFrequency}
            onChange={(frequency) => change({ recurringFrequency: frequency })}
          />
          <DateField
            label="Last day"
            mark="optional"
            value={fields.recurringUntil}
            error={errors.recurringUntil}
            onChange={(recurringUntil) => change({ recurringUntil })}
          />
        </>
      ) : null}
    </>
  );
}

function everyMessage(recurrence: Recurrence): string {
  return EVERY[recurrence].replace('every', 'Every');
}
