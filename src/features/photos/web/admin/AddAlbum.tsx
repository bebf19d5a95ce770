import { FormDialog } from '#kit/web/forms/FormDialog.tsx';
import { useForm } from '#kit/web/forms/use-form.ts';
import { TextField } from '#kit/web/ui/TextField.tsx';
import { LONGEST_ALBUM_DESCRIPTION, LONGEST_ALBUM_NAME } from '../../limits.ts';
import { useAddAlbum } from '../queries.ts';

interface AddAlbumProps {
  /** Told its id, when it is there. */
  onAdded: (id: string) => void;
  onClose: () => void;
}

/** Asks for a name and a line about what is in it; the new album is then open. */
export function AddAlbum({ onAdded, onClose }: AddAlbumProps) {
  const add = useAddAlbum();
  const form = useForm({
    fieldsOf: () => ({ name: '', description: '' }),
    check: ({ name }) => (name.trim() === '' ? { name: 'Please enter a name.' } : {}),
    send: (fields) => add.mutateAsync(fields),
    success: 'Album created successfully',
    failure: 'Failed to create album',
    onDone: ({ id }) => {
      onAdded(id);
      onClose();
    },
  });
  return (
    <FormDialog title="Add album" action="Add album" form={form} onClose={onClose}>
      <TextField
        label="Name"
        isRequired
        autoComplete="off"
        maxLength={LONGEST_ALBUM_NAME}
        {...form.field('name')}
      />
      <TextField
        label="Description"
        mark="optional"
        autoComplete="off"
        maxLength={LONGEST_ALBUM_DESCRIPTION}
        {...form.field('description')}
      />
    </FormDialog>
  );
}
