import caret from '@phosphor-icons/core/assets/bold/caret-down-bold.svg?raw';
import { type ComponentType, createElement, useId, useState } from 'react';
import { FieldLabel, PlainNotes } from './Field.tsx';
import { Icon } from './Icon.tsx';
import type { SearchSelectProps } from './SearchSelectField.tsx';
import { CHOICE, FIELD_SIZES } from './variants.ts';

/**
 * One of many, found by typing a part of its name; the button shows them all. Most people only read
 * what is chosen: what finds and lists the others is loaded when the field is first used.
 */
export function SearchSelect(props: SearchSelectProps) {
  const [Field, setField] = useState<ComponentType<SearchSelectProps>>();
  if (Field) return createElement(Field, props);
  const open = async () => {
    props.onWanted();
    const { SearchSelectField } = await import('./SearchSelectField.tsx');
    setField(() => SearchSelectField);
  };
  return <ClosedField {...props} onOpen={() => void open()} />;
}

/** The field as long as nobody has used it: looks and is called as it will. */
function ClosedField({ onOpen, ...props }: SearchSelectProps & { onOpen: () => void }) {
  const { label, description, error, options, value } = props;
  const id = useId();
  const notes = `${id}notes`;
  return (
    <div className="group" {...(error ? { 'data-invalid': true } : {})}>
      <FieldLabel label={label} mark={undefined} htmlFor={id} />
      <div className="relative">
        <input
          id={id}
          role="combobox"
          aria-expanded={false}
          aria-haspopup="listbox"
          aria-describedby={error || description ? notes : undefined}
          readOnly
          value={options.find((option) => option.value === value)?.label ?? value}
          className={`${CHOICE} ${FIELD_SIZES.usual} truncate pr-13`}
          onFocus={onOpen}
        />
        <button
          type="button"
          aria-label={`Show suggestions ${label}`}
          tabIndex={-1}
          className="absolute inset-y-0.5 right-0.5 grid w-11.5 place-items-center rounded-[0.75rem] hover:bg-ground"
          onClick={onOpen}
        >
          <Icon of={caret} className="text-[1.1rem]" />
        </button>
      </div>
      <PlainNotes id={notes} description={description} error={error} />
    </div>
  );
}
