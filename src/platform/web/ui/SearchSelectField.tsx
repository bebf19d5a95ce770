import caret from '@phosphor-icons/core/assets/bold/caret-down-bold.svg?raw';
import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { Button, ComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { FieldLabel, FieldNotes, type FieldProps } from './Field.tsx';
import { Icon } from './Icon.tsx';
import type { Option } from './Select.tsx';
import { FIELD_SIZES, INPUT } from './variants.ts';

interface SearchOption extends Option<string> {
  /** Shown after the label, and included in the search. */
  note?: string;
}

export interface SearchSelectProps extends Pick<FieldProps, 'label' | 'description' | 'error'> {
  options: readonly SearchOption[];
  value: string;
  onChange: (value: string) => void;
  /** Returns true if the typed text matches an option's text. */
  fits: (text: string, typed: string) => boolean;
  nothingFound: string;
  /** Called before the list is first needed. */
  onWanted: () => void;
}

/** The loaded field: a text input with a list that opens on focus. */
export function SearchSelectField(props: SearchSelectProps) {
  const { label, description, error, options, onWanted } = props;
  const notes = new Map(options.map((option) => [option.label, option.note ?? '']));
  return (
    <ComboBox
      defaultItems={options}
      value={props.value}
      // The field is focused before its options are loaded, and does not update its text from them
      // while focused.
      defaultInputValue={options.find(({ value }) => value === props.value)?.label ?? ''}
      onChange={(key) => {
        // Text that matches no option is reset and selects nothing.
        if (typeof key === 'string' && key !== props.value) props.onChange(key);
      }}
      defaultFilter={(text, typed) => props.fits(`${text} ${notes.get(text) ?? ''}`, typed)}
      onFocus={onWanted}
      allowsEmptyCollection
      menuTrigger="focus"
      validationBehavior="aria"
      isInvalid={error !== undefined}
      className="group"
    >
      <FieldLabel label={label} mark={undefined} />
      <div className="relative">
        <Input
          autoComplete="off"
          // This field replaces the placeholder that had the focus.
          autoFocus
          className={`${INPUT} ${FIELD_SIZES.usual} truncate pr-13`}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          onHoverStart={onWanted}
          className="absolute inset-y-0.5 right-0.5 grid w-11.5 place-items-center rounded-[0.75rem] data-hovered:bg-ground"
        >
          <Icon of={caret} className="text-[1.1rem]" />
        </Button>
      </div>
      <FieldNotes description={description} error={error} />
      <Popover className="look-admin flex w-(--trigger-width) animate-arrive flex-col rounded-control border border-line bg-surface p-1.5 shadow-e2">
        {/* The list scrolls separately: scrolling the page to a distant option would close the
            list. */}
        <ListBox
          className="min-h-0 overflow-auto outline-none"
          renderEmptyState={() => <p className="px-3 py-2.5 text-soft">{props.nothingFound}</p>}
        >
          {(option: SearchOption) => (
            <ListBoxItem
              id={option.value}
              textValue={option.label}
              className="group/option flex min-h-11.5 cursor-pointer items-center gap-2.5 rounded-badge px-3 py-1 outline-none data-focused:bg-gold-soft data-hovered:bg-gold-soft data-selected:font-semibold data-focus-visible:ring-2 data-focus-visible:ring-ink data-focus-visible:ring-inset"
            >
              <Icon
                of={check}
                className="invisible text-[1rem] group-data-selected/option:visible"
              />
              <span className="min-w-0">
                {option.label}
                {option.note ? (
                  <span className="block text-help text-soft leading-tight">{option.note}</span>
                ) : null}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
