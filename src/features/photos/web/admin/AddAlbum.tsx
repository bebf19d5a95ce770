import { useState } from 'react';
import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { FormDialog } from '#kit/web/ui/FormDialog.tsx';
import { TextField } from '#kit/web/ui/TextField.tsx';
import { useFirstError } from '#kit/web/use-first-error.ts';
import { useAddAlbum } from '../queries.ts';

interface AddAlbumProps {
  /** Told its id, when it is there. */
  onAdded: (id: string) => void;
  onClose: () => void;
}

/** Asks for a name and a line about what is in it; the new album is then open. */
export function AddAlbum({ onAdded, onClose }: AddAlbumProps) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { form, show } = useFirstError();
  const add = useAddAlbum();
  const refuse = (wrong: Record<string, string>) => {
    setErrors(wrong);
    show();
  };
  const save = async () => {
    try {
      const album = await add.mutateAsync({ name, description });
      toast.success('Success', 'Album created successfully');
      onAdded(album.id);
      onClose();
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'Failed to create album'));
      if (error instanceof ApiError) refuse(error.fields);
    }
  };
  const submit = () => {
    if (name.trim() === '') refuse({ name: 'Please enter a name.' });
    else void save();
  };
  return (
    <FormDialog
      title="Add album"
      action="Add album"
      isPending={add.isPending}
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        isRequired
        autoComplete="off"
        maxLength={100}
        value={name}
        error={errors.name}
        onChange={setName}
      />
      <TextField
        label="Description"
        mark="optional"
        autoComplete="off"
        maxLength={500}
        value={description}
        error={errors.description}
        onChange={setDescription}
      />
    </FormDialog>
  );
}
