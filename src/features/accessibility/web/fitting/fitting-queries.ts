import { useMutation, useQuery } from '@tanstack/react-query';
import { callersOf } from '#platform/web/api.ts';
import { useStale } from '#platform/web/create-mutation.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import { useDeviceRequest } from '#platform/web/use-device-request.ts';
import { isOpen } from '../../domain/fitting-request.ts';
import type { FittingCalls } from '../../fitting-contract.ts';

const calls = callersOf<FittingCalls>()({
  ask: 'POST /api/fittings',
  listOf: 'GET /api/fittings/of/{userId}',
  cancel: 'DELETE /api/fittings/{id}',
  waiting: 'GET /api/fittings',
  tell: 'PUT /api/fittings/{id}',
});

const FITTINGS = ['fittings'];

const fittingsOf = (userId: string) => [...FITTINGS, 'of', userId];

/** Poll interval in milliseconds while a fitting is open. */
const LOOK_MS = 5_000;

/** The state of the last fitting on each device of the person. */
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

/** The open requests for this device. */
export function useWaitingFittings(isWanted: boolean) {
  return useDeviceRequest([...FITTINGS, 'waiting'], () => calls.waiting(), isWanted);
}

/**
 * Reports a state to the server; resolves to false if the request is closed or was made for another
 * device.
 */
export async function reportFitting(
  id: string,
  body: Parameters<typeof calls.tell>[0]['body'],
): Promise<boolean> {
  return (await calls.tell({ params: { id }, body })).isWanted;
}
