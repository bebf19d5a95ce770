import { binPromise } from '#features/bin/domain/bin-promise.ts';
import { useUndoDeletion } from '#features/bin/web/queries.ts';
import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import type { ContentKind } from '../../contract.ts';
import type { ShelfItem } from './content-kinds.ts';
import { SHELF_WORDS } from './shelf-messages.ts';
import { useRemoveItem } from './use-content.ts';

interface DeleteItemProps {
  kind: ContentKind;
  item: ShelfItem;
  onClose: () => void;
  /** Called after the deletion. */
  onDeleted: () => void;
}

export function DeleteItem({ kind, item, onClose, onDeleted }: DeleteItemProps) {
  const { one, One } = SHELF_WORDS[kind];
  const remove = useRemoveItem(kind);
  const undoable = useUndoDeletion();
  return (
    <ConfirmDialog
      title={`Delete ${one}`}
      text={`Are you sure you want to delete “${item.title}”? ${binPromise()}`}
      action="Delete"
      call={() => remove.mutateAsync({ params: { id: item.id } })}
      success={() => ({
        title: 'Success',
        text: `${One} deleted successfully`,
        ...undoable({ name: `“${item.title}”`, ids: [item.id] }),
      })}
      failure={`Failed to delete ${one}`}
      onDone={onDeleted}
      onClose={onClose}
    />
  );
}
