import { binPromise } from '#features/bin/domain/bin-promise.ts';
import { useUndoDeletion } from '#features/bin/web/queries.ts';
import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import type { Photo } from '../../contract.ts';
import { useRemovePhoto } from '../queries.ts';

interface DeletePhotoProps {
  photo: Photo;
  /** Name of the photo as on its card. */
  name: string;
  onClose: () => void;
}

export function DeletePhoto({ photo, name, onClose }: DeletePhotoProps) {
  const remove = useRemovePhoto();
  const undoable = useUndoDeletion();
  return (
    <ConfirmDialog
      title="Delete photo"
      text={`Are you sure you want to delete “${name}”? ${binPromise()}`}
      action="Delete"
      call={() => remove.mutateAsync({ params: { id: photo.id } })}
      success={() => ({
        title: 'Success',
        text: 'Photo deleted successfully',
        ...undoable({ name: `“${name}”`, ids: [photo.id] }),
      })}
      failure="Failed to delete photo"
      onClose={onClose}
    />
  );
}
