import { FormDialog } from '#platform/web/forms/FormDialog.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { TextField } from '#platform/web/ui/TextField.tsx';
import type { PhotoAlbum } from '../../contract.ts';
import { MAX_ALBUM_DESCRIPTION_LENGTH, MAX_ALBUM_NAME_LENGTH } from '../../limits.ts';
import { useAddAlbum, useUpdateAlbum } from '../queries.ts';

interface AlbumDialogProps {
  /** The album to change; undefined for a new one. */
  album?: PhotoAlbum;
  /** Called with the id of the saved album. */
  onSaved?: (id: string) => void;
  onClose: () => void;
}

export function AlbumDialog({ album, onSaved, onClose }: AlbumDialogProps) {
  const add = useAddAlbum();
  const update = useUpdateAlbum();
  const form = useForm({
    fieldsOf: () => ({ name: album?.name ?? '', description: album?.description ?? '' }),
    check: ({ name }) => (name.trim() === '' ? { name: 'Please enter a name.' } : {}),
    send: (body) =>
      album ? update.mutateAsync({ params: { id: album.id }, body }) : add.mutateAsync({ body }),
    success: album ? 'Album updated successfully' : 'Album created successfully',
    failure: album ? 'Failed to update album' : 'Failed to create album',
    onDone: ({ id }) => {
      onSaved?.(id);
      onClose();
    },
  });
  return (
    <FormDialog
      title={album ? `Edit ${album.name}` : 'Add album'}
      action={album ? 'Save' : 'Add album'}
      form={form}
      onClose={onClose}
    >
      <TextField
        label="Name"
        isRequired
        autoComplete="off"
        maxLength={MAX_ALBUM_NAME_LENGTH}
        {...form.field('name')}
      />
      <TextField
        label="Description"
        mark="optional"
        autoComplete="off"
        maxLength={MAX_ALBUM_DESCRIPTION_LENGTH}
        {...form.field('description')}
      />
    </FormDialog>
  );
}
