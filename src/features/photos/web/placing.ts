import { useMutation, useQueryClient } from '@tanstack/react-query';
import { inOrder } from '#platform/shared/ordering.ts';
import { callersOf } from '#platform/web/api.ts';
import type { Photo, PhotoCalls } from '../contract.ts';
import { type Placing, placed } from '../domain/places.ts';
import { photosOf, usePhotosChanged } from './queries.ts';

const calls = callersOf<PhotoCalls>()({ place: 'PUT /api/photo-albums/{id}/places' });

const PLACINGS = ['place-photos'];

/**
 * Places photos between two others of their album with an optimistic update. Refetches the album
 * after the last pending placement or a failure.
 */
export function usePlacing(albumId: string) {
  const client = useQueryClient();
  const changed = usePhotosChanged();
  const key = photosOf(albumId);
  return useMutation({
    mutationKey: PLACINGS,
    // Placements run one after the other in the order of the presses.
    scope: { id: PLACINGS.join() },
    mutationFn: (placings: Placing[]) =>
      calls.place({
        params: { id: albumId },
        body: { placings: placings.map(({ ids, ...gap }) => ({ ...gap, ids: [...ids] })) },
      }),
    onMutate: (placings) => {
      void client.cancelQueries({ queryKey: key });
      client.setQueryData<Photo[]>(key, (photos = []) => placedBy(photos, placings));
    },
    onSettled: (_data, error) =>
      error !== null || client.isMutating({ mutationKey: PLACINGS }) === 1 ? changed() : undefined,
  });
}

function placedBy(photos: Photo[], placings: readonly Placing[]): Photo[] {
  const ids = placings.reduce<readonly string[]>(
    (order, placing) => placed(order, placing) ?? order,
    photos.map(({ id }) => id),
  );
  return inOrder(photos, ids);
}
