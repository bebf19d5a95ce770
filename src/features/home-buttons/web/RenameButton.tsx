import { type SyntheticEvent, useEffect } from 'react';
import { InlineEdit } from '#platform/web/forms/InlineEdit.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { textWidth } from '#platform/web/text-width.ts';
import { TextField } from '#platform/web/ui/TextField.tsx';
import type { HomeButton } from '../contract.ts';
import { MAX_LABEL_LENGTH } from '../limits.ts';
import { useChangeButton } from './use-changes.ts';

interface RenameButtonProps {
  button: HomeButton;
  onDone: () => void;
}

/** Maximum width of a word in em; wider words do not fit on a phone at the smallest label size. */
const MAX_WORD_EM = 5.8;

/** Returns a warning about a label that is valid but does not fit on every screen. */
function warningOf(label: string): string | undefined {
  const isTooWide = label.split(/\s+/).some((word) => textWidth(word) > MAX_WORD_EM);
  return isTooWide ? 'One word is too long for a small screen and is divided there.' : undefined;
}

/** The form of a label: Save or Enter applies it, Cancel or Escape discards it. */
export function RenameButton({ button, onDone }: RenameButtonProps) {
  const change = useChangeButton();
  const form = useForm({
    fieldsOf: () => ({ label: button.label }),
    check: ({ label }) => (label.trim() === '' ? { label: 'Please enter a label.' } : {}),
    send: ({ label }) => change.mutateAsync({ id: button.id, label: label.trim() }),
    success: 'Button updated successfully',
    failure: 'Failed to update button',
    onDone,
  });
  const { ref } = form.props;
  useEffect(() => ref.current?.querySelector('input')?.select(), [ref]);
  const onSubmit = (event: SyntheticEvent) => {
    if (form.fields.label.trim() !== button.label) return form.props.onSubmit(event);
    event.preventDefault();
    onDone();
  };
  return (
    <InlineEdit
      label={`Rename ${button.label}`}
      form={{ ...form, props: { ...form.props, onSubmit } }}
      onCancel={onDone}
    >
      <TextField
        label="Label on the tablet"
        isRequired
        autoComplete="off"
        maxLength={MAX_LABEL_LENGTH}
        description={warningOf(form.fields.label)}
        {...form.field('label')}
      />
    </InlineEdit>
  );
}
