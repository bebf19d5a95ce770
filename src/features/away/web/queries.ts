import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { callersOf } from '#kit/web/api.ts';
import type { AwayCalls } from '../contract.ts';

const calls = callersOf<AwayCalls>()({
  list: 'GET /api/away',
  add: 'POST /api/away',
  change: 'PATCH /api/away/{id}',
  remove: 'DELETE /api/away/{id}',
});

export const AWAY = ['away'];

/** Besides when it changes. */
const REFRESH_MS = 10 * MINUTE_MS;

/** When somebody is away, the latest first. */
export function useAway() {
  return useQuery({ queryKey: AWAY, queryFn: () => calls.list(), refetchInterval: REFRESH_MS });
}

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

/** What is due follows from it. */
function useAwayChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [AWAY, ['upcoming-medications'], ['adherence'], ['today']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}
