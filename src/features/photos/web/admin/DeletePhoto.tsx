import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { AlertDialog } from '#kit/web/ui/AlertDialog.tsx';
import type { Photo } from '../../contract.ts';
import { useRemovePhoto } from '../queries.ts';

interface DeletePhotoProps {
  photo: Photo;
  /** How it is called on its card. */
  name: string;
  onClose: () => void;
}

/** Asks, then deletes the photo. */
export function DeletePhoto({ photo, name, onClose }: DeletePhotoProps) {
  const remove = useRemovePhoto();
  const confirm = async () => {
    try {
      await remove.mutateAsync(photo);
      toast.success('Success', 'Photo deleted successfully');
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'Failed to delete photo'));
    }
    onClose();
  };
  return (
    <AlertDialog
      title="Delete photo"
      text={`Are you sure you want to delete “${name}”? This action cannot be undone.`}
      action="Delete"
      isPending={remove.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
