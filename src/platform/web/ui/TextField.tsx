import eye from '@phosphor-icons/core/assets/bold/eye-bold.svg?raw';
import eyeClosed from '@phosphor-icons/core/assets/bold/eye-slash-bold.svg?raw';
import { type Ref, useState } from 'react';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Input,
  TextArea,
  ToggleButton,
} from 'react-aria-components';
import { FieldLabel, FieldNotes, type FieldProps } from './Field.tsx';
import { Icon } from './Icon.tsx';
import { FIELD_SIZES, INPUT } from './variants.ts';

interface TextFieldProps
  extends FieldProps,
    Pick<
      AriaTextFieldProps,
      | 'autoComplete'
      | 'autoFocus'
      | 'inputMode'
      | 'isReadOnly'
      | 'isRequired'
      | 'maxLength'
      | 'name'
      | 'type'
    > {
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** Number of lines of a multi-line field. */
  lines?: number;
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * Minimum length, in characters, of a placeholder that needs the space of the button's label on a
 * phone.
 */
const LONG_HINT = 25;

const roomBeside = (isTight: boolean) =>
  isTight ? 'pr-28 max-tablet:pr-14 max-tablet:placeholder:text-base' : 'pr-28';

/**
 * A text field with one or several lines. A password field has a button that makes the password
 * visible.
 */
export function TextField({
  label,
  mark,
  description,
  error,
  size = 'usual',
  className = '',
  lines,
  inputRef,
  placeholder = '',
  type = 'text',
  ...rest
}: TextFieldProps) {
  const [isShown, setShown] = useState(false);
  const variant = `${INPUT} ${FIELD_SIZES[size]}`;
  const isPassword = type === 'password';
  const isTight = placeholder.length > LONG_HINT;
  return (
    <AriaTextField
      {...rest}
      type={isPassword && isShown ? 'text' : type}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      className={`group ${className}`}
    >
      <FieldLabel label={label} mark={mark} large={size === 'sign-in'} />
      {lines ? (
        <TextArea rows={lines} placeholder={placeholder} className={`${variant} py-2.5`} />
      ) : (
        <div className="relative">
          <Input
            {...(inputRef ? { ref: inputRef } : {})}
            placeholder={placeholder}
            className={`${variant} ${isPassword ? roomBeside(isTight) : ''}`}
          />
          {isPassword ? (
            <ShowButton label={label} isShown={isShown} isTight={isTight} onChange={setShown} />
          ) : null}
        </div>
      )}
      <FieldNotes description={description} error={error} />
    </AriaTextField>
  );
}

interface ShowButtonProps {
  label: string;
  isShown: boolean;
  isTight: boolean;
  onChange: (isShown: boolean) => void;
}

function ShowButton({ label, isShown, isTight, onChange }: ShowButtonProps) {
  return (
    <ToggleButton
      isSelected={isShown}
      onChange={onChange}
      aria-label={`Show ${label.toLowerCase()}`}
      className={`absolute inset-y-1 right-1.5 flex min-w-11.5 items-center justify-center gap-2 rounded-[0.75rem] px-3 font-semibold data-hovered:bg-ground [&_.icon]:text-[1.25rem] ${isTight ? 'tablet:min-w-23' : 'min-w-23'}`}
    >
      <Icon of={isShown ? eyeClosed : eye} />
      <span className={isTight ? 'max-tablet:hidden' : ''}>{isShown ? 'Hide' : 'Show'}</span>
    </ToggleButton>
  );
}
