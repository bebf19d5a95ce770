import { type SyntheticEvent, useEffect } from 'react';
import { InlineEdit } from '#kit/web/forms/InlineEdit.tsx';
import { useForm } from '#kit/web/forms/use-form.ts';
import { TextField } from '#kit/web/ui/TextField.tsx';
import type { HomeButton } from '../contract.ts';
import { LONGEST_LABEL } from '../limits.ts';
import { useChangeButton } from './use-changes.ts';

interface RenameButtonProps {
  button: HomeButton;
  onDone: () => void;
}

/** The label while it is changed: Save or Enter applies it, Cancel or Escape discards it. */
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
        maxLength={LONGEST_LABEL}
        {...form.field('label')}
      />
    </InlineEdit>
  );
}
