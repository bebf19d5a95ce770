import caret from '@phosphor-icons/core/assets/bold/caret-down-bold.svg?raw';
import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { Button, ComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { FieldLabel, FieldNotes, type FieldProps } from './Field.tsx';
import { Icon } from './Icon.tsx';
import type { Option } from './Select.tsx';
import { FIELD_SIZES, INPUT } from './variants.ts';

interface SearchOption extends Option<string> {
  /** Additional text after the label, included in the search. */
  note?: string;
}

export interface SearchSelectProps extends Pick<FieldProps, 'label' | 'description' | 'error'> {
  options: readonly SearchOption[];
  value: string;
  onChange: (value: string) => void;
  /** Returns true if the typed text matches an option's text. */
  fits: (text: string, typed: string) => boolean;
  nothingFound: string;
  /** Called before the options are first needed, so that the caller can load them. */
  onWanted: () => void;
}

/** The field of `SearchSelect` after loading: a text input with a list that opens on focus. */
export function SearchSelectField(props: SearchSelectProps) {
  const { label, description, error, options, onWanted } = props;
  const notes = new Map(options.map((option) => [option.label, option.note ?? '']));
  return (
    <ComboBox
      defaultItems={options}
      value={props.value}
      // Set here because the field has the focus when it is mounted, and React Aria does not update
      // the text of a focused field.
      defaultInputValue={options.find(({ value }) => value === props.value)?.label ?? ''}
      onChange={(key) => {
        // The key is null if the typed text matches no option. The selection then stays, and React
        // Aria resets the text.
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
          // Takes the focus from the placeholder that this field replaces.
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
        {/* The list scrolls in its own box: if the page scrolled to a distant option, React Aria
            would close the list. */}
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
