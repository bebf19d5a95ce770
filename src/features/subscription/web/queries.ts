import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useReadCurrentUser } from '#features/sessions/web/queries.ts';
import { callersOf } from '#platform/web/api.ts';
import { createQuery } from '#platform/web/create-query.ts';
import type { CardCalls } from '../card-contract.ts';
import type { SubscriptionCalls, SubscriptionStatus } from '../contract.ts';
import type { Action } from '../domain/states.ts';

const calls = callersOf<SubscriptionCalls>()({
  status: 'GET /api/subscription/status',
  pause: 'POST /api/subscription/pause',
  resume: 'POST /api/subscription/resume',
  cancel: 'POST /api/subscription/cancel',
  reactivate: 'POST /api/subscription/reactivate',
});

const cards = callersOf<CardCalls>()({
  begin: 'POST /api/auth/card-entry',
  beginAnother: 'POST /api/subscription/card-entry',
  useAnother: 'PUT /api/subscription/card',
});

/** Start the entry of a card for a new account, and for an existing one. */
export const { begin: beginCard, beginAnother: beginAnotherCard } = cards;

const { useAnother: payWithAnother } = cards;

const SUBSCRIPTION = ['subscription'];

/** Cancellations require the password; other actions do not. */
export type Cancelling = Extract<Action, 'cancel' | 'cancel-immediately'>;

export type Move = Exclude<Action, Cancelling>;

const MOVES: Record<Move, () => Promise<SubscriptionStatus>> = {
  pause: () => calls.pause(),
  resume: () => calls.resume(),
  reactivate: () => calls.reactivate(),
};

/** The subscription, readable by a super_admin only, also after its expiry. */
export const useSubscription = createQuery(SUBSCRIPTION, calls.status);

/** Applies an action; after a refusal the subscription is refetched. */
export function useMove() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: Move) => MOVES[action](),
    onSuccess: (status) => showStatus(client, status),
    onError: () => void client.invalidateQueries({ queryKey: SUBSCRIPTION }),
  });
}

export function useCancel() {
  const client = useQueryClient();
  const readCurrentUser = useReadCurrentUser();
  return useMutation({
    mutationFn: (action: Cancelling) =>
      calls.cancel({ body: { immediate: action === 'cancel-immediately' } }),
    onSuccess: (status) => showStatus(client, status),
    onError: () => void client.invalidateQueries({ queryKey: SUBSCRIPTION }),
    // Refetched, because the current user contains the end of the subscription, which may have
    // changed.
    onSettled: readCurrentUser,
  });
}

/** Uses another card for payments, by the id of the setup that confirmed it. */
export function usePayWithAnother() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (setupIntentId: string) => payWithAnother({ body: { setupIntentId } }),
    onSuccess: (status) => showStatus(client, status),
  });
}

/** The list of people also shows the end of the subscription. */
function showStatus(client: QueryClient, status: SubscriptionStatus): void {
  client.setQueryData(SUBSCRIPTION, status);
  void client.invalidateQueries({ queryKey: ['people'] });
}
