import { useMutation, useQuery } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { useAskedFor } from '#kit/web/use-asked-for.ts';
import { useStale } from '#kit/web/use-change.ts';
import type { FittingCalls } from '../../fitting-contract.ts';
import { isOpen } from '../../fitting-request.ts';

const calls = callersOf<FittingCalls>()({
  ask: 'POST /api/fittings',
  listOf: 'GET /api/fittings/of/{userId}',
  cancel: 'DELETE /api/fittings/{id}',
  waiting: 'GET /api/fittings',
  tell: 'PUT /api/fittings/{id}',
});

const FITTINGS = ['fittings'];

const fittingsOf = (userId: string) => [...FITTINGS, 'of', userId];

/** While the next step is waited for, in milliseconds. */
const LOOK_MS = 5_000;

/** How far the last fitting of each device of this person has come. */
export function useFittingsOf(userId: string) {
  return useQuery({
    queryKey: fittingsOf(userId),
    queryFn: () => calls.listOf({ params: { userId } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some((request) => isOpen(request, new Date(serverNow()))) ? LOOK_MS : false,
  });
}

export function useAskFitting(userId: string) {
  return useMutation({
    mutationFn: (deviceId: string) => calls.ask({ body: { deviceId } }),
    onSettled: useStale(fittingsOf(userId)),
  });
}

export function useCancelFitting(userId: string) {
  return useMutation({
    mutationFn: (id: string) => calls.cancel({ params: { id } }),
    onSettled: useStale(fittingsOf(userId)),
  });
}

/** What this device may be asked for. */
export function useWaitingFittings(isWanted: boolean) {
  return useAskedFor([...FITTINGS, 'waiting'], () => calls.waiting(), isWanted);
}

/** Says how far it has come; whether this device is meant, and still is. */
export async function tellFitting(
  id: string,
  body: Parameters<typeof calls.tell>[0]['body'],
): Promise<boolean> {
  return (await calls.tell({ params: { id }, body })).isWanted;
}
