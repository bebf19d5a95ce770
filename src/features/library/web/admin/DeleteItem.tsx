import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { AlertDialog } from '#kit/web/ui/AlertDialog.tsx';
import type { ShelfItem, ShelfKind } from './content-kinds.ts';
import { SHELF_WORDS } from './shelf-messages.ts';
import { useRemoveItem } from './use-content.ts';

interface DeleteItemProps {
  kind: ShelfKind;
  item: ShelfItem;
  onClose: () => void;
  /** Told when it is gone and the question is closed. */
  onDeleted: () => void;
}

/** Asks, then deletes. */
export function DeleteItem({ kind, item, onClose, onDeleted }: DeleteItemProps) {
  const { one, One } = SHELF_WORDS[kind];
  const remove = useRemoveItem(kind);
  const confirm = async () => {
    try {
      await remove.mutateAsync(item);
      toast.success('Success', `${One} deleted successfully`);
      onClose();
      onDeleted();
    } catch (error) {
      toast.error('Error', sentenceOf(error, `Failed to delete ${one}`));
      onClose();
    }
  };
  return (
    <AlertDialog
      title={`Delete ${one}`}
      text={`Are you sure you want to delete “${item.title}”? This action cannot be undone.`}
      action="Delete"
      isPending={remove.isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
