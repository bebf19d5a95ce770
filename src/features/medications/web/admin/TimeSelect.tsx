import { timeOfMinute } from '#kit/shared/wall-time.ts';
import { formatWallTime } from '#kit/shared/zoned-time.ts';
import { Select } from '#kit/web/ui/Select.tsx';

const QUARTERS = Array.from({ length: 96 }, (_, quarter) => timeOfMinute(quarter * 15));

interface TimeSelectProps {
  label: string;
  /** HH:MM. */
  value: string;
  onChange: (time: string) => void;
  hidesLabel?: boolean;
  className?: string;
}

/** A time of day in one list of quarter hours, where there is no room for its parts. */
export function TimeSelect({ value, ...props }: TimeSelectProps) {
  const times = QUARTERS.includes(value) ? QUARTERS : [...QUARTERS, value].sort();
  return (
    <Select
      {...props}
      value={value}
      options={times.map((time) => ({ value: time, label: formatWallTime(time) }))}
    />
  );
}
