import warning from '@phosphor-icons/core/assets/fill/warning-circle-fill.svg?raw';
import { FieldError, Label, Text } from 'react-aria-components';
import { Icon } from './Icon.tsx';
import type { FIELD_SIZES } from './variants.ts';

export interface FieldProps {
  label: string;
  /** Text in brackets after the label, such as 'optional'. */
  mark?: string | undefined;
  description?: string | undefined;
  error?: string | undefined;
  /**
   * Height of the field: 50 px in the admin panel, 54 px on the account screens, 62 px at sign-in.
   */
  size?: keyof typeof FIELD_SIZES;
  className?: string;
}

export function FieldLabel({
  label,
  mark,
  large,
  htmlFor,
}: {
  label: string;
  mark: string | undefined;
  large?: boolean;
  /**
   * Id of the native field that the label is for. Fields of React Aria connect the label
   * themselves.
   */
  htmlFor?: string;
}) {
  return (
    <Label
      {...(htmlFor ? { htmlFor } : {})}
      className={`mb-1.5 block font-semibold ${large ? 'text-field' : ''}`}
    >
      {label}
      {mark ? <span className="font-normal text-soft"> ({mark})</span> : null}
    </Label>
  );
}

interface NotesProps {
  description: string | undefined;
  error: string | undefined;
}

const DESCRIPTION = 'mt-1.5 block text-help text-soft';
const ERROR = 'mt-1.5 flex gap-2 font-semibold text-danger text-help';

/** The text below a field: the error with its icon, otherwise the description. */
export function FieldNotes({ description, error }: NotesProps) {
  return (
    <>
      {description && !error ? (
        <Text slot="description" className={DESCRIPTION}>
          {description}
        </Text>
      ) : null}
      <FieldError className={ERROR}>
        <Wrong error={error} />
      </FieldError>
    </>
  );
}

/** The text below a native field; `id` connects it to the field. */
export function PlainNotes({ id, description, error }: Partial<NotesProps> & { id?: string }) {
  if (error) {
    return (
      <p id={id} className={ERROR}>
        <Wrong error={error} />
      </p>
    );
  }
  return description ? (
    <p id={id} className={DESCRIPTION}>
      {description}
    </p>
  ) : null;
}

function Wrong({ error }: { error: string | undefined }) {
  return (
    <>
      <Icon of={warning} className="mt-0.5 text-[1.2rem]" />
      {error}
    </>
  );
}
