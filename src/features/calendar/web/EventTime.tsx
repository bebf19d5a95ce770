import { useId } from 'react';
import { Group } from 'react-aria-components';
import { PlainNotes } from '#platform/web/ui/Field.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { minutesFor } from '#platform/web/ui/twelve-hour.ts';

interface EventTimeProps {
  label: string;
  /** HH:MM; null if none is chosen. */
  value: string | null;
  error?: string | undefined;
  onChange: (value: string) => void;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour).padStart(2, '0'),
  label: `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`,
}));

/** A time of day: the hour from 12 AM to 11 PM, and the quarter of an hour. */
export function EventTime({ label, value, error, onChange }: EventTimeProps) {
  const id = useId();
  const [hour = null, minute = null] = value?.split(':') ?? [];
  const minutes = minutesFor(minute ?? '00').map((each) => ({ value: each, label: each }));
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 font-semibold">
        {label}
      </p>
      <Group
        aria-label={label}
        isInvalid={error !== undefined}
        {...(error ? { 'aria-describedby': id } : {})}
        className="group grid grid-cols-[1.35fr_1fr] gap-2"
      >
        <Select
          label={`${label}, hour`}
          hidesLabel
          placeholder="None"
          options={HOURS}
          value={hour}
          onChange={(chosen) => onChange(`${chosen}:${minute ?? '00'}`)}
        />
        <Select
          label={`${label}, minutes`}
          hidesLabel
          placeholder="–"
          options={minutes}
          value={minute}
          onChange={(chosen) => onChange(`${hour ?? '12'}:${chosen}`)}
        />
      </Group>
      <PlainNotes id={id} error={error} />
    </div>
  );
}
