import { useEffect, useRef, useState } from 'react';
import { useLimit } from '#features/sessions/web/queries.ts';
import { placeMessage } from '#platform/shared/ordering.ts';
import { anchorOf } from '#platform/web/scroll-to-anchor.ts';
import { toast } from '#platform/web/toasts.ts';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { RoomLeft } from '#platform/web/ui/RoomLeft.tsx';
import { useEditedRows } from '#platform/web/use-edited-rows.ts';
import type { ContentKind } from '../../contract.ts';
import { AddItem } from './AddItem.tsx';
import type { ShelfItem } from './content-kinds.ts';
import { DeleteItem } from './DeleteItem.tsx';
import { ItemRow } from './ItemRow.tsx';
import { SHELF_WORDS, SHOWN_AT_ONCE } from './shelf-messages.ts';
import { useMoveItem } from './use-content.ts';

export interface ShelfProps {
  kind: ContentKind;
  query: { isPending: boolean; isError: boolean; refetch: () => unknown };
  items: readonly ShelfItem[] | undefined;
}

/** The entries of one kind by position, and the form that adds one. */
export function Shelf({ kind, query, items = [] }: ShelfProps) {
  const { many, firstSix } = SHELF_WORDS[kind];
  const total = items.length;
  const most = useLimit('content');
  const rows = useEditedRows(items, ({ id }) => id);
  const [deleting, setDeleting] = useState<ShelfItem>();
  const [place, setPlace] = useState('');
  const { section, focusNear } = useFocusNear(items);
  const move = useMoving(kind, (item, order) => setPlace(placeMessage(item.title, order, total)));
  return (
    <section ref={section} aria-label={many} className="mt-5 grid grid-cols-1 gap-3">
      <RoomLeft used={total} most={most} things={many} wayOut="Delete one first" place="above">
        <AddItem kind={kind} />
      </RoomLeft>
      <ListState
        query={query}
        isEmpty={rows.shown.length === 0}
        emptyText={`No ${many} yet. Add the first one above.`}
        errorText={`The ${many} could not be loaded.`}
      >
        <ol className="grid grid-cols-1">
          {rows.shown.map((item) => (
            <li
              key={item.id}
              id={anchorOf(item.id)}
              className="border-line border-b last:border-b-0"
            >
              <ItemRow
                kind={kind}
                item={item}
                total={total}
                onMove={(step) => move(item, item.order + step)}
                onDelete={() => setDeleting(item)}
                isGone={!items.some(({ id }) => id === item.id)}
                onEditing={(isEditing) => rows.hold(item, isEditing)}
              />
              {item.order === SHOWN_AT_ONCE - 1 && total > SHOWN_AT_ONCE ? (
                <p className="border-line-strong border-t-2 border-dashed py-2.5 text-center text-help text-soft">
                  {firstSix}
                </p>
              ) : null}
            </li>
          ))}
        </ol>
      </ListState>
      <p role="status" className="sr-only">
        {place}
      </p>
      {deleting ? (
        <DeleteItem
          kind={kind}
          item={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => focusNear(deleting)}
        />
      ) : null}
    </section>
  );
}

function useMoving(kind: ContentKind, onMoved: (item: ShelfItem, order: number) => void) {
  const move = useMoveItem(kind);
  return (item: ShelfItem, order: number) => {
    onMoved(item, order);
    move.mutate(
      { id: item.id, order },
      {
        onError: () => toast.error('Error', `Failed to update ${SHELF_WORDS[kind].one} order`),
      },
    );
  };
}

/** After a deletion, moves the focus to the entry that is now at that position. */
function useFocusNear(items: readonly ShelfItem[]) {
  const section = useRef<HTMLElement>(null);
  const [gone, setGone] = useState<ShelfItem>();
  const isDrawn = gone !== undefined && !items.some((item) => item.id === gone.id);
  useEffect(() => {
    if (!isDrawn) return;
    // Runs after the closed dialog has tried to restore the focus to the removed button.
    const frame = requestAnimationFrame(() => {
      focusOn(section.current, gone.order);
      setGone(undefined);
    });
    return () => cancelAnimationFrame(frame);
  }, [isDrawn, gone]);
  return { section, focusNear: setGone };
}

function focusOn(section: HTMLElement | null, order: number): void {
  const rows = section?.querySelectorAll<HTMLElement>('[data-edit]') ?? [];
  const near = rows[Math.min(order, rows.length - 1)];
  (near ?? section?.querySelector('input'))?.focus();
}
