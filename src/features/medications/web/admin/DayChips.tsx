import { useId } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { PlainNotes } from '#platform/web/ui/Field.tsx';

interface DayChipsProps {
  label: string;
  days: readonly { readonly day: number; readonly short: string; readonly name: string }[];
  chosen: readonly number[];
  onChange: (days: number[]) => void;
  description?: string;
  error?: string | undefined;
  className: string;
}

/** A multiple selection of days as toggle buttons in rows. */
export function DayChips(props: DayChipsProps) {
  const id = useId();
  const { label, days, chosen, error } = props;
  const isDay = (key: unknown): key is number => typeof key === 'number';
  return (
    <div {...(error ? { 'data-invalid': true } : {})}>
      <p id={`${id}label`} className="mb-1.5 font-semibold">
        {label}
      </p>
      <ToggleButtonGroup
        aria-labelledby={`${id}label`}
        aria-describedby={`${id}notes`}
        selectionMode="multiple"
        selectedKeys={chosen}
        onSelectionChange={(keys) =>
          props.onChange([...keys].filter(isDay).sort((one, other) => one - other))
        }
        className={props.className}
      >
        {days.map(({ day, short, name }) => (
          <ToggleButton
            key={day}
            id={day}
            aria-label={name}
            className="min-h-11.5 min-w-0 rounded-badge border border-line-strong bg-white font-semibold data-focus-visible:focus-ring data-hovered:bg-ground data-selected:border-ink data-selected:bg-ink data-selected:text-white forced-colors:data-selected:bg-[Highlight]"
          >
            {short}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <PlainNotes id={`${id}notes`} description={props.description} error={error} />
    </div>
  );
}
