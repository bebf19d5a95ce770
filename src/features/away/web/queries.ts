import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { AwayCalls } from '../contract.ts';
import { AWAY } from './away-query.ts';

const calls = callersOf<Omit<AwayCalls, 'list'>>()({
  add: 'POST /api/away',
  change: 'PATCH /api/away/{id}',
  remove: 'DELETE /api/away/{id}',
});

export function useAddAway() {
  const changed = useAwayChanged();
  return useMutation({
    mutationFn: (body: Parameters<typeof calls.add>[0]['body']) => calls.add({ body }),
    onSuccess: changed,
  });
}

export function useChangeAway() {
  const changed = useAwayChanged();
  return useMutation({
    mutationFn: ({ id, ...body }: Parameters<typeof calls.change>[0]['body'] & { id: string }) =>
      calls.change({ params: { id }, body }),
    onSuccess: changed,
  });
}

export function useRemoveAway() {
  const changed = useAwayChanged();
  return useMutation({
    mutationFn: (id: string) => calls.remove({ params: { id } }),
    onSuccess: changed,
  });
}

/** What is due follows from it, and until when a stock is enough. */
function useAwayChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [AWAY, ['upcoming-medications'], ['adherence'], ['today'], ['stocks']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}
