import { ClashNotice } from '#platform/web/forms/ClashNotice.tsx';
import { FormDialog } from '#platform/web/forms/FormDialog.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { DateField } from '#platform/web/ui/DateField.tsx';
import { TextField } from '#platform/web/ui/TextField.tsx';
import { MAX_NOTE_LENGTH } from '../../limits.ts';
import type { DayNote } from '../../note-contract.ts';
import { useAddNote, useChangeNote } from '../queries.ts';

interface NoteDialogProps {
  userId: string;
  today: string;
  /** The note to edit; undefined for a new one. */
  opened: DayNote | undefined;
  /** The current version of the note; null if another administrator deleted it. */
  present: DayNote | null | undefined;
  onClose: () => void;
}

interface NoteFields {
  readonly date: string | null;
  readonly text: string;
}

const FIELD_NAMES = { date: 'Day', text: 'Note' };

export function DayNoteDialog({ userId, today, opened, present, onClose }: NoteDialogProps) {
  const add = useAddNote();
  const change = useChangeNote();
  const form = useForm({
    opened,
    present,
    fieldsOf: (note: DayNote | undefined): NoteFields => ({
      date: note?.date ?? today,
      text: note?.text ?? '',
    }),
    check: ({ date, text }) => ({
      ...(date === null ? { date: 'Please choose a date.' } : {}),
      ...(text.trim() === '' ? { text: 'Please write something.' } : {}),
    }),
    send: ({ date, text }, { version }) => {
      const note = { date: date ?? today, text };
      return opened
        ? change.mutateAsync({ params: { id: opened.id }, body: { version, ...note } })
        : add.mutateAsync({ body: { userId, ...note } });
    },
    success: opened ? 'The note was changed.' : 'The note was written.',
    failure: 'The note could not be saved.',
    onDone: onClose,
  });
  return (
    <FormDialog
      title={opened ? 'Change the note' : 'Write a note'}
      action="Save"
      form={form}
      onClose={onClose}
    >
      <ClashNotice
        form={form}
        thing="note"
        labels={FIELD_NAMES}
        words={(name, fields) => fields[name] ?? ''}
      />
      <DateField label={FIELD_NAMES.date} isRequired {...form.field('date')} />
      <TextField
        label={FIELD_NAMES.text}
        description="What a doctor or the next caregiver should know."
        isRequired
        lines={4}
        maxLength={MAX_NOTE_LENGTH}
        {...form.field('text')}
      />
    </FormDialog>
  );
}
