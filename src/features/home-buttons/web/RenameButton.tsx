import { useEffect, useState } from 'react';
import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { InlineEdit } from '#kit/web/ui/InlineEdit.tsx';
import { TextField } from '#kit/web/ui/TextField.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import type { HomeButton } from '../contract.ts';
import { useChangeButton } from './use-changes.ts';

const LONGEST_LABEL = 40;

interface RenameButtonProps {
  button: HomeButton;
  onDone: () => void;
}

/** The label while it is changed: Save or Enter applies it, Cancel or Escape discards it. */
export function RenameButton({ button, onDone }: RenameButtonProps) {
  const [label, setLabel] = useState(button.label);
  const [error, setError] = useState<string>();
  const { form, show } = useFirstError();
  const change = useChangeButton();
  useEffect(() => form.current?.querySelector('input')?.select(), [form]);
  const refuse = (sentence: string | undefined) => {
    setError(sentence);
    show();
  };
  const save = async () => {
    try {
      await change.mutateAsync({ id: button.id, label: label.trim() });
      toast.success('Success', 'Button updated successfully');
      onDone();
    } catch (failure) {
      toast.error('Error', sentenceOf(failure, 'Failed to update button'));
      refuse(failure instanceof ApiError ? failure.fields.label : undefined);
    }
  };
  const submit = () => {
    setError(undefined);
    if (label.trim() === '') refuse('Please enter a label.');
    else if (label.trim() === button.label) onDone();
    else void save();
  };
  return (
    <InlineEdit
      label={`Rename ${button.label}`}
      form={form}
      isPending={change.isPending}
      onSave={submit}
      onCancel={onDone}
    >
      <TextField
        label="Label on the tablet"
        isRequired
        autoComplete="off"
        maxLength={LONGEST_LABEL}
        value={label}
        error={error}
        onChange={setLabel}
      />
    </InlineEdit>
  );
}
