import caret from '@phosphor-icons/core/assets/bold/caret-down-bold.svg?raw';
import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import {
  Select as AriaSelect,
  Button,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components';
import { FieldLabel, FieldNotes, type FieldProps } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { FIELD_SIZES } from './variants.ts';

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
  /** The label is said but not shown. */
  hidesLabel?: boolean;
}

/** One of a few. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, mark, description, error, size = 'usual', className = '', options } = props;
  const choose = (key: unknown) => {
    const chosen = options.find((option) => option.value === key);
    if (chosen) props.onChange(chosen.value);
  };
  return (
    <AriaSelect
      value={props.value}
      onChange={choose}
      placeholder={props.placeholder ?? ' '}
      isRequired={props.isRequired ?? false}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      className={`group ${className}`}
      {...(props.hidesLabel ? { 'aria-label': label } : {})}
      {...(props.autoComplete ? { autoComplete: props.autoComplete } : {})}
      {...(props.name ? { name: props.name } : {})}
    >
      {props.hidesLabel ? null : <FieldLabel label={label} mark={mark} />}
      <Button
        className={`flex w-full items-center justify-between gap-2 border border-line-strong bg-white text-left text-ink data-hovered:bg-ground group-data-invalid:border-2 group-data-invalid:border-danger ${FIELD_SIZES[size]}`}
      >
        <SelectValue className="truncate [&_.icon]:hidden data-placeholder:text-placeholder" />
        <Icon of={caret} className="text-[1.1rem]" />
      </Button>
      <FieldNotes description={description} error={error} />
      <Popover className="look-admin min-w-(--trigger-width) animate-arrive overflow-auto rounded-control border border-line bg-surface p-1.5 shadow-e2">
        <ListBox items={options} className="outline-none">
          {(option: Option<Value>) => (
            <ListBoxItem
              id={option.value}
              textValue={option.label}
              className="group/option flex min-h-11.5 cursor-pointer items-center gap-2.5 rounded-badge px-3 outline-none data-focused:bg-gold-soft data-hovered:bg-gold-soft data-selected:font-semibold data-focus-visible:ring-2 data-focus-visible:ring-ink data-focus-visible:ring-inset"
            >
              <Icon
                of={check}
                className="invisible text-[1rem] group-data-selected/option:visible"
              />
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
