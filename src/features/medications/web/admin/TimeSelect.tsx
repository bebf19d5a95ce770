import { timeOfMinute } from '#platform/shared/wall-time.ts';
import { formatWallTime } from '#platform/shared/zoned-time.ts';
import { Select } from '#platform/web/ui/Select.tsx';

const QUARTERS = Array.from({ length: 96 }, (_, quarter) => timeOfMinute(quarter * 15));

interface TimeSelectProps {
  label: string;
  /** Wall-clock time, HH:MM. */
  value: string;
  onChange: (time: string) => void;
  hidesLabel?: boolean;
  className?: string;
}

/**
 * Selects a time of day from a list of quarter hours; used if there is no space for separate hours
 * and minutes.
 */
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
