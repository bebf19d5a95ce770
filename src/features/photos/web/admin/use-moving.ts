import { useLayoutEffect, useRef, useState } from 'react';
import { inOrder } from '#platform/shared/ordering.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { anchorOf } from '#platform/web/scroll-to-anchor.ts';
import { toast } from '#platform/web/toasts.ts';
import type { Photo, PhotoAlbum } from '../../contract.ts';
import { countMessage } from '../../domain/count-message.ts';
import { placed, placingAt, placingsBack } from '../../domain/places.ts';
import { usePlacing } from '../placing.ts';
import { nameOf } from './album-messages.ts';

const FAILED = 'Failed to update photo order. Please try again.';

/** Photos that are being moved, and their new index `at`, which is counted without these photos. */
export interface Lifted {
  readonly ids: readonly string[];
  /** The photo on which the move was started. */
  readonly by: string;
  readonly at: number;
}

/** Moves photos of an album by hand, with an undo. */
export function useMoving(album: PhotoAlbum, photos: readonly Photo[]) {
  const place = usePlacing(album.id);
  const order = photos.map(({ id }) => id);
  const undo = (now: readonly string[], ids: readonly string[]) =>
    place.mutate(placingsBack(now, order, ids), {
      onSuccess: () => toast.success('Photo order updated', 'As it was before.'),
      onError: (error) => toast.error('Error', sentenceOf(error, FAILED)),
    });
  /** Places photos at the index `at`, which is counted without these photos. */
  const put = (ids: readonly string[], at: number) => {
    const placing = placingAt(order, ids, at);
    const now = placed(order, placing);
    if (now === undefined || now.every((id, index) => id === order[index])) return;
    place.mutate([placing], {
      onSuccess: () =>
        toast.success('Photo order updated', movedMessage(photos, now, ids), {
          action: { label: 'Undo', onPress: () => undo(now, ids) },
        }),
      onError: (error) => toast.error('Error', sentenceOf(error, FAILED)),
    });
  };
  return put;
}

function movedMessage(
  photos: readonly Photo[],
  now: readonly string[],
  ids: readonly string[],
): string {
  const first = now.indexOf(ids[0] ?? '') + 1;
  const total = now.length;
  if (ids.length > 1) {
    return `${countMessage(ids.length)} are now ${first} to ${first + ids.length - 1} of ${total}.`;
  }
  const name = photos.find(({ id }) => id === ids[0])?.caption || 'The photo';
  return `${name} is now ${first} of ${total}.`;
}

/** Returns the photos to move together: all selected ones if the photo is selected. */
export function movingWith(
  id: string,
  chosen: ReadonlySet<string>,
  order: readonly string[],
): string[] {
  return chosen.has(id) ? order.filter((each) => chosen.has(each)) : [id];
}

/** Converts an index of the album to an index that is counted without the moved photos. */
export function placeAmongRest(
  order: readonly string[],
  moving: ReadonlySet<string>,
  index: number,
): number {
  return order.slice(0, index).filter((id) => !moving.has(id)).length;
}

/** Moves photos with keys or presses, and saves the final position with one request. */
export function useLifting(
  photos: readonly Photo[],
  chosen: ReadonlySet<string>,
  put: (ids: readonly string[], at: number) => void,
) {
  const [lifted, set] = useState<Lifted>();
  const keepFocus = useFocusThroughMoves(lifted);
  const setLifted = (next: Lifted | undefined) => {
    keepFocus(next ?? lifted);
    set(next);
  };
  const order = photos.map(({ id }) => id);
  const present = new Set(order);
  // The move is cancelled when another person has deleted one of the photos.
  const carried = lifted?.ids.every((id) => present.has(id)) ? lifted : undefined;
  const shownOrder = carried && placed(order, placingAt(order, carried.ids, carried.at));
  const most = order.length - (carried?.ids.length ?? 0);
  return {
    lifted: carried,
    shown: shownOrder ? inOrder(photos, shownOrder) : photos,
    name: carried && liftedName(photos, carried),
    lift: (id: string) => {
      const ids = movingWith(id, chosen, order);
      const at = placeAmongRest(order, new Set(ids), order.indexOf(id));
      setLifted({ ids, by: id, at });
    },
    carry: (step: number) => {
      if (carried === undefined) return;
      setLifted({ ...carried, at: Math.max(0, Math.min(most, carried.at + step)) });
    },
    cancel: () => setLifted(undefined),
    drop: () => {
      setLifted(undefined);
      if (carried) put(carried.ids, carried.at);
    },
  };
}

/** Restores the focus, which an element loses when it moves in the DOM, and scrolls to it. */
function useFocusThroughMoves(lifted: Lifted | undefined) {
  const focused = useRef<{ readonly element: Element | null; readonly by: string | undefined }>(
    undefined,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another effect
  useLayoutEffect(() => {
    const { current } = focused;
    focused.current = undefined;
    if (current === undefined || current.by === undefined) return;
    const { element } = current;
    const card = document.getElementById(anchorOf(current.by));
    const target = element?.isConnected ? element : card?.querySelector('[data-lift]');
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'nearest' });
  }, [lifted]);
  return (moving: Lifted | undefined) => {
    focused.current = { element: document.activeElement, by: moving?.by };
  };
}

export type Lifting = ReturnType<typeof useLifting>;

function liftedName(photos: readonly Photo[], { ids }: Lifted): string {
  const [first] = ids;
  const photo = photos.find(({ id }) => id === first);
  return ids.length > 1 || photo === undefined
    ? countMessage(ids.length)
    : nameOf(photo, photos.length);
}
