import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { FieldError, Label, Text } from 'react-aria-components';
import { Icon } from './Icon.tsx';

import type { FIELD_SIZES } from './variants.ts';

export interface FieldProps {
  label: string;
  /** Said after the label in brackets: optional. */
  mark?: string | undefined;
  /** What to know before filling it in. */
  description?: string | undefined;
  /** What is wrong with it. */
  error?: string | undefined;
  /** Height: 50 px in the admin panel, 54 on the account screens, 62 at sign-in. */
  size?: keyof typeof FIELD_SIZES;
  className?: string;
}

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
