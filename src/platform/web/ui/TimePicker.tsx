import { Group, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { Select } from './Select.tsx';
import {
  fromTwelveHour,
  HOURS,
  minutesFor,
  type TwelveHourTime,
  toTwelveHour,
} from './twelve-hour.ts';

interface TimePickerProps {
  /** Accessible name of the group of three fields. */
  label: string;
  /** Local time, HH:MM. */
  value: string;
  onChange: (value: string) => void;
}

const HOUR_OPTIONS = HOURS.map((hour) => ({ value: String(hour), label: String(hour) }));

/** A time of day with hours 1 to 12, minutes and AM or PM. */
export function TimePicker({ label, value, onChange }: TimePickerProps) {
  const time = toTwelveHour(value);
  const change = (part: Partial<TwelveHourTime>) => onChange(fromTwelveHour({ ...time, ...part }));
  return (
    <Group aria-label={label} className="flex flex-wrap items-center gap-2">
      <Select
        label={`${label}, hour`}
        hidesLabel
        className="w-23"
        options={HOUR_OPTIONS}
        value={String(time.hour)}
        onChange={(hour) => change({ hour: Number(hour) })}
      />
      <span aria-hidden="true" className="font-bold">
        :
      </span>
      <Select
        label={`${label}, minutes`}
        hidesLabel
        className="w-23"
        options={minutesFor(time.minute).map((minute) => ({ value: minute, label: minute }))}
        value={time.minute}
        onChange={(minute) => change({ minute })}
      />
      <ToggleButtonGroup
        aria-label={`${label}, AM or PM`}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[time.half]}
        onSelectionChange={(keys) => change({ half: keys.has('PM') ? 'PM' : 'AM' })}
        className="flex rounded-control bg-sunk p-1"
      >
        {(['AM', 'PM'] as const).map((half) => (
          <ToggleButton
            key={half}
            id={half}
            className="min-h-10.5 min-w-14 rounded-badge px-3 font-semibold data-selected:bg-ink data-selected:text-white forced-colors:data-selected:bg-[Highlight]"
          >
            {half}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Group>
  );
}
