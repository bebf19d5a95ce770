import plus from '@phosphor-icons/core/assets/bold/plus-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { PlainNotes } from '#platform/web/ui/Field.tsx';
import { TimePicker } from '#platform/web/ui/TimePicker.tsx';
import { EXTRA_TIME } from './medication-form.ts';

interface TimesFieldProps {
  /** Wall-clock times, HH:MM. */
  times: readonly string[];
  error: string | undefined;
  onChange: (times: string[]) => void;
}

/** The reminder times of a day. At least one must remain. */
export function TimesField({ times, error, onChange }: TimesFieldProps) {
  const ids = useIds(times.length);
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">Reminder times</legend>
      <ul className="grid gap-3">
        {times.map((time, index) => (
          <li key={ids.of(index)} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <TimePicker
              label={`Time ${index + 1}`}
              value={time}
              onChange={(value) => onChange(times.map((each, at) => (at === index ? value : each)))}
            />
            {times.length > 1 ? (
              <Button
                variant="danger-quiet"
                icon={trash}
                aria-label={`Remove time ${index + 1}`}
                onPress={() => {
                  ids.remove(index);
                  onChange(times.filter((_, at) => at !== index));
                }}
              >
                Remove time
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <PlainNotes error={error} />
      <Button
        variant="outline"
        icon={plus}
        className="mt-3"
        onPress={() => onChange([...times, EXTRA_TIME])}
      >
        Add time
      </Button>
    </fieldset>
  );
}

/**
 * Returns stable React keys for the rows, because two rows may show the same time and a row above
 * may be removed.
 */
function useIds(count: number) {
  const [removed, setRemoved] = useState<readonly number[]>([]);
  const all = Array.from({ length: count + removed.length }, (_, id) => id);
  const left = all.filter((id) => !removed.includes(id));
  return {
    of: (index: number) => left[index] ?? index,
    remove: (index: number) => setRemoved([...removed, left[index] ?? index]),
  };
}
