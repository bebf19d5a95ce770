import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AUDIT_TRAIL } from '#features/audit/web/queries.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { callersOf } from '#platform/web/api.ts';
import { createQuery } from '#platform/web/create-query.ts';
import type { ChosenOrder, OpenAlertCalls } from '../open-contract.ts';

const calls = callersOf<OpenAlertCalls>()({
  open: 'GET /api/alerts/open',
  takeOver: 'POST /api/alerts/{id}/take-over',
  giveBack: 'POST /api/alerts/{id}/give-back',
  order: 'GET /api/alerts/order',
  setOrder: 'PUT /api/alerts/order',
  findAlert: 'GET /api/alerts/links/{token}',
  takeOverByLink: 'POST /api/alerts/links/{token}',
});

const OPEN = ['alerts', 'open'];
const ORDER = ['alerts', 'order'];

/** Open alerts of unanswered doses, with their assignees. */
export const useOpenAlerts = createQuery(OPEN, calls.open, {
  staleTime: 0,
  refetchInterval: MINUTE_MS,
});

/** Acknowledges or releases an alert; the response lists the open alerts. */
export function useHold() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, act }: { id: string; act: 'takeOver' | 'giveBack' }) =>
      calls[act]({ params: { id } }),
    onSuccess: (open) => {
      client.setQueryData(OPEN, open);
      void client.invalidateQueries({ queryKey: AUDIT_TRAIL });
    },
  });
}

export const useAlertOrder = createQuery(ORDER, calls.order);

export function useSetAlertOrder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ people, ...chosen }: ChosenOrder) =>
      calls.setOrder({
        body: { ...chosen, people: people.map(({ name: _, ...place }) => place) },
      }),
    onSuccess: (order) => {
      client.setQueryData(ORDER, order);
      void client.invalidateQueries({ queryKey: OPEN });
      void client.invalidateQueries({ queryKey: AUDIT_TRAIL });
    },
  });
}

const linkKey = (token: string) => ['alert-link', token];

/** The alert of a link, readable without a session. */
export function useLinkedAlert(token: string) {
  return useQuery({
    queryKey: linkKey(token),
    queryFn: () => calls.findAlert({ params: { token } }),
    retry: false,
    staleTime: 0,
    refetchInterval: MINUTE_MS,
  });
}

export function useTakeOverByLink(token: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => calls.takeOverByLink({ params: { token } }),
    onSuccess: (alert) => client.setQueryData(linkKey(token), alert),
  });
}
