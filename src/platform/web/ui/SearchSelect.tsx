import caret from '@phosphor-icons/core/assets/bold/caret-down-bold.svg?raw';
import { type ComponentType, createElement, type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { FieldLabel, PlainNotes } from './Field.tsx';
import { Icon } from './Icon.tsx';
import type { SearchSelectProps } from './SearchSelectField.tsx';
import { CHOICE, FIELD_SIZES } from './variants.ts';

/**
 * A choice from many options, found by typing a part of the name; the arrow button shows all
 * options. The code of the field is loaded on first use, because most users only read the value.
 * The loaded field takes the focus, so it replaces the placeholder only if the placeholder still
 * has the focus.
 */
export function SearchSelect(props: SearchSelectProps) {
  const [Field, setField] = useState<ComponentType<SearchSelectProps>>();
  const input = useRef<HTMLInputElement>(null);
  if (Field) return createElement(Field, props);
  const open = async () => {
    props.onWanted();
    const { SearchSelectField } = await import('./SearchSelectField.tsx');
    const isIn = input.current !== null && input.current === document.activeElement;
    // Rendered synchronously: a key press before the focus moves would go to the previously focused
    // element.
    if (isIn) flushSync(() => setField(() => SearchSelectField));
  };
  return <ClosedField {...props} input={input} onFocus={() => void open()} />;
}

interface ClosedFieldProps extends SearchSelectProps {
  input: RefObject<HTMLInputElement | null>;
  onFocus: () => void;
}

/**
 * Placeholder until the first use, with the same appearance and accessible name as the loaded
 * field.
 */
function ClosedField({ input, onFocus, ...props }: ClosedFieldProps) {
  const { label, description, error, options, value } = props;
  const id = useId();
  const notes = `${id}notes`;
  return (
    <div className="group" {...(error ? { 'data-invalid': true } : {})}>
      <FieldLabel label={label} mark={undefined} htmlFor={id} />
      <div className="relative">
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-expanded={false}
          aria-haspopup="listbox"
          aria-describedby={error || description ? notes : undefined}
          readOnly
          value={options.find((option) => option.value === value)?.label ?? value}
          className={`${CHOICE} ${FIELD_SIZES.usual} truncate pr-13`}
          onFocus={onFocus}
        />
        <button
          type="button"
          aria-label={`Show suggestions ${label}`}
          tabIndex={-1}
          className="absolute inset-y-0.5 right-0.5 grid w-11.5 place-items-center rounded-[0.75rem] hover:bg-ground"
          onClick={() => input.current?.focus()}
        >
          <Icon of={caret} className="text-[1.1rem]" />
        </button>
      </div>
      <PlainNotes id={notes} description={description} error={error} />
    </div>
  );
}
