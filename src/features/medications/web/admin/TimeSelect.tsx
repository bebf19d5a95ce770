import { formatWallTime } from '#kit/shared/zoned-time.ts';
import { Select } from '#kit/web/ui/Select.tsx';

const QUARTERS = Array.from({ length: 96 }, (_, quarter) => {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`;
});

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
