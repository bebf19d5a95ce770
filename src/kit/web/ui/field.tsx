import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { FieldError, Label, Text } from 'react-aria-components';
import { Icon } from './Icon.tsx';

export interface FieldProps {
  label: string;
  /** Said after the label in brackets: optional. */
  mark?: string | undefined;
  /** What to know before filling it in. */
  description?: string | undefined;
  /** What is wrong with it. */
  error?: string | undefined;
  /** Large: the account screens. */
  size?: 'usual' | 'large';
  className?: string;
}

export const FIELD_SIZES = {
  usual: { input: 'min-h-12.5 rounded-control px-3.5', label: '' },
  large: { input: 'min-h-13.5 rounded-control px-4', label: '' },
  'sign-in': { input: 'min-h-15.5 rounded-[1rem] px-4.5 text-field', label: 'text-field' },
};

export const INPUT =
  'w-full border border-line-strong bg-white text-ink group-data-invalid:border-2 group-data-invalid:border-danger read-only:border-transparent read-only:bg-sunk';

/** A field's name, above it. */
export function FieldLabel({
  label,
  mark,
  large,
}: {
  label: string;
  mark: string | undefined;
  large?: boolean;
}) {
  return (
    <Label className={`mb-1.5 block font-semibold ${large ? 'text-field' : ''}`}>
      {label}
      {mark ? <span className="font-normal text-soft"> ({mark})</span> : null}
    </Label>
  );
}

/** What stands under a field: the error with its icon, otherwise the description. */
export function FieldNotes({
  description,
  error,
}: {
  description: string | undefined;
  error: string | undefined;
}) {
  return (
    <>
      {description && !error ? (
        <Text slot="description" className="mt-1.5 block text-help text-soft">
          {description}
        </Text>
      ) : null}
      <FieldError className="mt-1.5 flex gap-2 font-semibold text-danger text-help">
        <Icon of={warning} className="mt-0.5 text-[1.2rem]" />
        {error}
      </FieldError>
    </>
  );
}
