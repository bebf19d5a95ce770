import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { AlertDialog } from '#kit/web/ui/AlertDialog.tsx';
import type { PhotoAlbum } from '../../contract.ts';
import { useRemoveAlbum } from '../queries.ts';
import { countMessage } from './album-messages.ts';

/** Asks, then deletes the album with everything in it. */
export function DeleteAlbum({ album, onClose }: { album: PhotoAlbum; onClose: () => void }) {
  const remove = useRemoveAlbum();
  const { name, photoCount } = album;
  const confirm = async () => {
    try {
      await remove.mutateAsync(album);
      toast.success('Success', 'Album deleted successfully');
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'Failed to delete album'));
    }
    onClose();
  };
  const what = photoCount === 0 ? `“${name}”` : `“${name}” with its ${countMessage(photoCount)}`;
  return (
    <AlertDialog
      title="Delete album"
      text={`Are you sure you want to delete ${what}? This action cannot be undone.`}
      action="Delete"
      isPending={remove.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
