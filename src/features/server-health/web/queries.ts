import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { callersOf } from '#platform/web/api.ts';
import { createQuery } from '#platform/web/create-query.ts';
import type { ServerHealth, ServerHealthCalls } from '../contract.ts';

const calls = callersOf<ServerHealthCalls>()({
  read: 'GET /api/server-health',
  lookAgain: 'POST /api/server-health',
});

const KEY = ['server-health'];

/** Time in milliseconds for which the response is fresh, equal to the cache time of the server. */
const FRESH_MS = 5 * MINUTE_MS;

export const useServerHealth = createQuery(KEY, calls.read, {
  staleTime: FRESH_MS,
  refetchInterval: FRESH_MS,
  retry: false,
});

export function useCheckAgain() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => calls.lookAgain(),
    onSuccess: (health: ServerHealth) => client.setQueryData(KEY, health),
  });
}
