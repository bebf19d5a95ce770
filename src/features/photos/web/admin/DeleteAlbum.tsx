import { binPromise } from '#features/bin/domain/bin-promise.ts';
import { useUndoDeletion } from '#features/bin/web/queries.ts';
import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import type { PhotoAlbum } from '../../contract.ts';
import { countMessage } from '../../domain/count-message.ts';
import { useRemoveAlbum } from '../queries.ts';

export function DeleteAlbum({ album, onClose }: { album: PhotoAlbum; onClose: () => void }) {
  const remove = useRemoveAlbum();
  const undoable = useUndoDeletion();
  const { name, photoCount } = album;
  const what = photoCount === 0 ? `“${name}”` : `“${name}” with its ${countMessage(photoCount)}`;
  return (
    <ConfirmDialog
      title="Delete album"
      text={`Are you sure you want to delete ${what}? ${binPromise()}`}
      action="Delete"
      call={() => remove.mutateAsync({ params: { id: album.id } })}
      success={() => ({
        title: 'Success',
        text: 'Album deleted successfully',
        ...undoable({ name: `“${name}”`, ids: [album.id] }),
      })}
      failure="Failed to delete album"
      onClose={onClose}
    />
  );
}
