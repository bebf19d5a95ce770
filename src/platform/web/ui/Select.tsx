import caret from '@phosphor-icons/core/assets/bold/caret-down-bold.svg?raw';
import { useId } from 'react';
import { FieldLabel, type FieldProps, PlainNotes } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { CHOICE, FIELD_SIZES } from './variants.ts';

export interface Option<Value extends string> {
  value: Value;
  label: string;
}

interface SelectProps<Value extends string> extends FieldProps {
  options: readonly Option<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  placeholder?: string;
  isRequired?: boolean;
  autoComplete?: string;
  name?: string;
  /** Hides the label visually; screen readers still announce it. */
  hidesLabel?: boolean;
}

/**
 * A choice of a few options: the browser's native list, which phones and screen readers support.
 */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, mark, description, error, size = 'usual', className = '', options } = props;
  const id = useId();
  const notes = `${id}notes`;
  const choose = (value: string) => {
    const chosen = options.find((option) => option.value === value);
    if (chosen) props.onChange(chosen.value);
  };
  return (
    <div className={`group ${className}`} {...(error ? { 'data-invalid': true } : {})}>
      {props.hidesLabel ? null : <FieldLabel label={label} mark={mark} htmlFor={id} />}
      <div className="relative">
        <select
          id={id}
          name={props.name}
          autoComplete={props.autoComplete}
          required={props.isRequired ?? false}
          value={props.value ?? ''}
          onChange={(event) => choose(event.target.value)}
          aria-label={props.hidesLabel ? label : undefined}
          aria-invalid={error !== undefined}
          aria-describedby={error || description ? notes : undefined}
          className={`${CHOICE} ${FIELD_SIZES[size]} appearance-none truncate pr-10 hover:bg-ground ${props.value === null ? 'text-placeholder' : ''}`}
        >
          {props.value === null ? (
            <option value="" disabled hidden>
              {props.placeholder}
            </option>
          ) : null}
          {options.map((option) => (
            <option key={option.value} value={option.value} className="text-ink">
              {option.label}
            </option>
          ))}
        </select>
        <Icon
          of={caret}
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3.5 text-[1.1rem]"
        />
      </div>
      <PlainNotes id={notes} description={description} error={error} />
    </div>
  );
}
