import { useMutation, useQueryClient } from '@tanstack/react-query';
import { movedTo } from '#platform/shared/ordering.ts';
import { useChange, useStale } from '#platform/web/create-mutation.ts';
import type { ContentKind } from '../../contract.ts';
import { SHELVES } from './content-kinds.ts';

export function useAddItem(kind: ContentKind) {
  return useChange(SHELVES[kind].add, useStale([kind]));
}

export function useUpdateItem(kind: ContentKind) {
  return useChange(SHELVES[kind].update, useStale([kind]));
}

export function useRemoveItem(kind: ContentKind) {
  return useChange(SHELVES[kind].remove, useStale([kind]));
}

interface Placed {
  readonly id: string;
  readonly order: number;
}

/**
 * Moves an entry. The list changes at once and is restored on failure; it is refetched after the
 * last of several moves.
 */
export function useMoveItem(kind: ContentKind) {
  const client = useQueryClient();
  const changed = useStale([kind]);
  const moves = ['move-item', kind];
  return useMutation({
    mutationKey: moves,
    // Moves run one after the other, in the order of the presses.
    scope: { id: moves.join() },
    mutationFn: ({ id, order }: Placed) =>
      SHELVES[kind].update({ params: { id }, body: { order } }),
    onMutate: ({ id, order }: Placed) => {
      void client.cancelQueries({ queryKey: [kind] });
      const before = client.getQueryData<readonly Placed[]>([kind]);
      client.setQueryData<readonly Placed[]>([kind], (items) => items && movedTo(items, id, order));
      return before;
    },
    onError: (_error, _move, before) => client.setQueryData([kind], before),
    onSettled: (_data, error) =>
      error !== null || client.isMutating({ mutationKey: moves }) === 1 ? changed() : undefined,
  });
}
