import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { SubscriptionCalls, SubscriptionStatus } from '../contract.ts';
import type { Action } from '../states.ts';

const calls = callersOf<SubscriptionCalls>()({
  status: 'GET /api/subscription/status',
  pause: 'POST /api/subscription/pause',
  resume: 'POST /api/subscription/resume',
  cancel: 'POST /api/subscription/cancel',
  reactivate: 'POST /api/subscription/reactivate',
});

const SUBSCRIPTION = ['subscription'];

const MOVES: Record<Action, () => Promise<SubscriptionStatus>> = {
  pause: () => calls.pause(),
  resume: () => calls.resume(),
  cancel: () => calls.cancel({ body: { immediate: false } }),
  'cancel-immediately': () => calls.cancel({ body: { immediate: true } }),
  reactivate: () => calls.reactivate(),
};

/** The subscription, answered to the super_admin alone, also when it has expired. */
export function useSubscription() {
  return useQuery({ queryKey: SUBSCRIPTION, queryFn: () => calls.status() });
}

/** Makes a move; a refused one reads again what the subscription is like now. */
export function useMove() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: Action) => MOVES[action](),
    onSuccess: (status) => {
      client.setQueryData(SUBSCRIPTION, status);
      readDates(client);
    },
    onError: () => void client.invalidateQueries({ queryKey: SUBSCRIPTION }),
  });
}

/** Where else the end of the subscription is shown. */
function readDates(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['people'] });
}
