import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useReadCurrentUser } from '#features/sessions/web/queries.ts';
import { callersOf } from '#kit/web/api.ts';
import { reading } from '#kit/web/reading.ts';
import type { CardCalls } from '../card-contract.ts';
import type { SubscriptionCalls, SubscriptionStatus } from '../contract.ts';
import type { Action } from '../states.ts';

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

/** Begin the entry of a card: of a new account, and of one that is there. */
export const { begin: beginCard, beginAnother: beginAnotherCard } = cards;

const { useAnother: payWithAnother } = cards;

const SUBSCRIPTION = ['subscription'];

/** What ends it asks for the password; the other moves do not. */
export type Cancelling = Extract<Action, 'cancel' | 'cancel-immediately'>;

export type Move = Exclude<Action, Cancelling>;

const MOVES: Record<Move, () => Promise<SubscriptionStatus>> = {
  pause: () => calls.pause(),
  resume: () => calls.resume(),
  reactivate: () => calls.reactivate(),
};

/** The subscription, answered to the super_admin alone, also when it has expired. */
export const useSubscription = reading(SUBSCRIPTION, calls.status);

/** Makes a move; a refused one reads again what the subscription is like now. */
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
    // Its end is part of who is signed in, and may be now.
    onSettled: readCurrentUser,
  });
}

/** Pays with another card from now on, by the id of the setup that confirmed it. */
export function usePayWithAnother() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (setupIntentId: string) => payWithAnother({ body: { setupIntentId } }),
    onSuccess: (status) => showStatus(client, status),
  });
}

/** The end of the subscription is also shown with the people. */
function showStatus(client: QueryClient, status: SubscriptionStatus): void {
  client.setQueryData(SUBSCRIPTION, status);
  void client.invalidateQueries({ queryKey: ['people'] });
}
