import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { callersOf } from '#platform/web/api.ts';
import { useStale } from '#platform/web/create-mutation.ts';
import { attempt } from '#platform/web/forms/attempt.ts';
import type { ToastOptions } from '#platform/web/toasts.ts';
import type { BinCalls } from '../contract.ts';
import { MAX_CONCURRENT } from '../limits.ts';
import { restoredMessage } from './bin-messages.ts';

const calls = callersOf<BinCalls>()({
  list: 'GET /api/bin',
  restore: 'POST /api/bin/restore',
  erase: 'POST /api/bin/delete',
  empty: 'POST /api/bin/empty',
});

const BIN = ['bin'];

const PAGE = 20;

export function useBin() {
  return useInfiniteQuery({
    queryKey: BIN,
    queryFn: ({ pageParam }) => calls.list({ query: { ...pageParam, limit: PAGE } }),
    initialPageParam: {},
    getNextPageParam: (page) => {
      const last = page.at(-1);
      if (page.length < PAGE || last === undefined) return undefined;
      return { before: last.deletedAt, beforeId: last.id };
    },
    staleTime: 0,
  });
}

/** Restores items; returns sentences about the parts that were not restored. */
export function useRestore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const notes: string[] = [];
      for (let at = 0; at < ids.length; at += MAX_CONCURRENT) {
        const restored = await calls.restore({ body: { ids: ids.slice(at, at + MAX_CONCURRENT) } });
        notes.push(...restored.notes);
      }
      return notes;
    },
    onSettled: () => client.invalidateQueries(),
  });
}

export function useErase() {
  return useMutation({
    mutationFn: (id: string) => calls.erase({ body: { ids: [id] } }),
    onSettled: useStale(BIN),
  });
}

export function useEmptyBin() {
  return useMutation({
    mutationFn: () => calls.empty(),
    onSettled: useStale(BIN),
  });
}

interface Deleted {
  /** Name of the deleted item, as in the confirmation of the deletion. */
  readonly name: string;
  readonly ids: readonly string[];
}

/** Returns the options of the message after a deletion, with an Undo button. */
export function useUndoDeletion(): (deleted: Deleted) => ToastOptions {
  const restore = useRestore();
  return ({ name, ids }) => ({
    about: `${name} is in the bin.`,
    action: {
      label: 'Undo',
      onPress: () =>
        void attempt(() => restore.mutateAsync(ids), {
          success: (notes) => restoredMessage(name, notes),
          failure: 'Failed to restore. Please try again.',
        }),
    },
  });
}
