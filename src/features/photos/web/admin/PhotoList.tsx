import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import type { Photo } from '../../contract.ts';
import { usePrintWindow } from '../use-virtual-grid.ts';
import { indexesOf } from '../virtual-grid.ts';
import { MovingBar } from './MovingBar.tsx';
import { type Lifting, movingWith, placeAmongRest } from './use-moving.ts';

/** Cards have a fixed height, which the virtual list requires. */
const ROW =
  'grid h-[20.875rem] grid-cols-[repeat(auto-fill,minmax(min(100%,15.5rem),1fr))] gap-4.5';

/** Data type of a drag, so that other content cannot be dropped. */
const DRAGGED = 'application/x-photo';

/** Reads the number of columns from the layout of the style sheet. */
function columnsOf(frame: HTMLElement): number {
  const row = frame.firstElementChild;
  return row === null ? 1 : getComputedStyle(row).gridTemplateColumns.split(' ').length;
}

interface PhotoListProps {
  lifting: Lifting;
  chosen: ReadonlySet<string>;
  /** Photo to scroll to. */
  wanted: string | null;
  card: (photo: Photo) => ReactNode;
  /** Called when photos were dropped. The index is counted without the dropped photos. */
  onPut: (ids: readonly string[], at: number) => void;
}

/** The photos of an album; only those near the screen are in the DOM (virtual list). */
export function PhotoList({ lifting, chosen, wanted, card, onPut }: PhotoListProps) {
  const photos = lifting.shown;
  const total = photos.length;
  const { frame, row, prints } = usePrintWindow(total, columnsOf);
  // A focused or dragged photo stays in the DOM when it is scrolled out of view.
  const [held, setHeld] = useState<string>();
  const { gap, ...drop } = useDrop(photos, chosen, { onPut, onHeld: setHeld });
  const kept = lifting.lifted?.by ?? held ?? wanted;
  const keptAt = kept === null ? -1 : photos.findIndex(({ id }) => id === kept);
  const columns = prints?.columns ?? 1;
  const rows = Math.ceil(total / columns);
  return (
    <>
      <div ref={frame} className="relative">
        <div ref={row} aria-hidden="true" className={`${ROW} invisible absolute inset-x-0`} />
        <ul
          {...drop}
          className="relative"
          style={{ height: `calc(${rows} * 20.875rem - 1.125rem)` }}
          onFocus={({ target }) => setHeld(idAt(target))}
        >
          {prints &&
            indexesOf(prints, keptAt === -1 ? undefined : keptAt, total).map((index) => {
              const photo = photos[index];
              return (
                photo && (
                  <li
                    key={photo.id}
                    data-photo={photo.id}
                    aria-setsize={total}
                    aria-posinset={index + 1}
                    className={`absolute h-[19.75rem] ${gap?.id === photo.id ? GAP[gap.side] : ''}`}
                    style={placeOf(index, columns)}
                  >
                    {card(photo)}
                  </li>
                )
              );
            })}
        </ul>
      </div>
      <MovingBar lifting={lifting} columns={columns} />
    </>
  );
}

/** A line in the gap where a photo would be dropped. */
const GAP = {
  before:
    'before:absolute before:inset-y-0 before:-left-3 before:w-1.5 before:rounded-full before:bg-photos',
  after:
    'after:absolute after:inset-y-0 after:-right-3 after:w-1.5 after:rounded-full after:bg-photos',
};

function placeOf(index: number, columns: number) {
  const cell = `(100% + 1.125rem) / ${columns}`;
  return {
    top: `calc(${Math.floor(index / columns)} * 20.875rem)`,
    left: `calc(${index % columns} * ${cell})`,
    width: `calc(${cell} - 1.125rem)`,
  };
}

interface Gap {
  readonly id: string;
  readonly side: 'before' | 'after';
}

/** Drag and drop within the list; dragging a selected photo drags all selected ones. */
function useDrop(
  photos: readonly Photo[],
  chosen: ReadonlySet<string>,
  { onPut, onHeld }: Pick<PhotoListProps, 'onPut'> & { onHeld: (id: string) => void },
) {
  const [gap, setGap] = useState<Gap>();
  const dragged = useRef<string>(undefined);
  const end = () => {
    dragged.current = undefined;
    setGap(undefined);
  };
  return {
    gap,
    onDragStart: ({ target, dataTransfer }: DragEvent) => {
      const id = idAt(target);
      if (id === undefined) return;
      dragged.current = id;
      onHeld(id);
      dataTransfer.setData(DRAGGED, id);
      dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event: DragEvent) => {
      if (dragged.current === undefined || !event.dataTransfer.types.includes(DRAGGED)) return;
      event.preventDefault();
      const next = gapAt(event);
      if (next && (next.id !== gap?.id || next.side !== gap.side)) setGap(next);
    },
    onDragEnd: end,
    onDrop: (event: DragEvent) => {
      const { current } = dragged;
      if (current === undefined) return;
      event.preventDefault();
      const at = gapAt(event) ?? gap;
      end();
      if (at === undefined) return;
      const order = photos.map(({ id }) => id);
      const ids = movingWith(current, chosen, order);
      const index = order.indexOf(at.id) + (at.side === 'after' ? 1 : 0);
      onPut(ids, placeAmongRest(order, new Set(ids), index));
    },
  };
}

/**
 * Returns the photo under the pointer, and whether the pointer is before or after the middle of
 * that photo.
 */
function gapAt({ target, clientX }: DragEvent): Gap | undefined {
  const card = target instanceof Element ? target.closest<HTMLElement>('[data-photo]') : null;
  const id = card?.dataset.photo;
  if (!card || id === undefined) return undefined;
  const { left, width } = card.getBoundingClientRect();
  return { id, side: clientX < left + width / 2 ? 'before' : 'after' };
}

function idAt(target: EventTarget): string | undefined {
  const card = target instanceof Element ? target.closest<HTMLElement>('[data-photo]') : null;
  return card?.dataset.photo;
}
