import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import { useId, useState } from 'react';
import { FieldLabel, type FieldProps, PlainNotes } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { FIELD_SIZES, INPUT } from './variants.ts';

interface DateFieldProps extends FieldProps {
  /** A local date, YYYY-MM-DD. */
  value: string | null;
  onChange: (value: string | null) => void;
  isRequired?: boolean;
}

/**
 * False for the intermediate values while a year is typed: on the way to 2026 the browser reports
 * the years 2, 20 and 202.
 */
const isYearTyped = (date: string) => date === '' || date >= '1000';

/**
 * A date that is typed, or chosen in the browser's native calendar, which phones and screen readers
 * support well. An optional date can be cleared.
 */
export function DateField(props: DateFieldProps) {
  const { label, mark, description, error, value, onChange, isRequired = false } = props;
  const id = useId();
  const notes = `${id}notes`;
  const [typing, setTyping] = useState<string>();
  const tell = (date: string) => {
    setTyping(undefined);
    onChange(date === '' ? null : date);
  };
  return (
    <div className={`group ${props.className ?? ''}`} {...(error ? { 'data-invalid': true } : {})}>
      <FieldLabel label={label} mark={mark} htmlFor={id} />
      <div className="relative">
        <input
          type="date"
          id={id}
          required={isRequired}
          min="1000-01-01"
          max="9999-12-31"
          value={typing ?? value ?? ''}
          onChange={({ target }) =>
            isYearTyped(target.value) ? tell(target.value) : setTyping(target.value)
          }
          onBlur={() => {
            if (typing !== undefined) tell(typing);
          }}
          aria-invalid={error !== undefined}
          aria-describedby={error || description ? notes : undefined}
          className={`${INPUT} ${FIELD_SIZES.usual} tabular ${value === null || isRequired ? '' : 'pr-12'}`}
        />
        {value !== null && !isRequired ? (
          <button
            type="button"
            aria-label={`Remove ${label.toLowerCase()}`}
            className="absolute inset-y-1.5 right-1.5 grid w-9.5 place-items-center rounded-badge hover:bg-sunk"
            onClick={() => tell('')}
          >
            <Icon of={x} />
          </button>
        ) : null}
      </div>
      <PlainNotes id={notes} description={description} error={error} />
    </div>
  );
}
