import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callersOf, sentenceOf } from '#platform/web/api.ts';
import { toast } from '#platform/web/toasts.ts';
import type { FrameSetting, IdleFrameCalls, TabletFrame } from '../../contract.ts';

const calls = callersOf<Omit<IdleFrameCalls, 'read'>>()({
  listOf: 'GET /api/idle-frame/of/{userId}',
  change: 'PATCH /api/idle-frame/{id}',
});

const framesOf = (userId: string) => ['idle-frame', 'of', userId];

export function useFramesOf(userId: string) {
  return useQuery({
    queryKey: framesOf(userId),
    queryFn: () => calls.listOf({ params: { userId } }),
    staleTime: 0,
  });
}

/**
 * Changes the frame settings of a device. A change is shown at once; several changes are sent one
 * after the other.
 */
export function useSaveFrame(userId: string, deviceId: string) {
  const client = useQueryClient();
  const queryKey = framesOf(userId);
  const { mutate } = useMutation({
    scope: { id: `idle-frame ${deviceId}` },
    mutationFn: (change: Partial<FrameSetting>) =>
      calls.change({ params: { id: deviceId }, body: change }),
    onError: (error) => toast.error('Not saved', sentenceOf(error, 'Please try again.')),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  return (change: Partial<FrameSetting>) => {
    // Cancels a running refetch, because its response does not contain this change.
    void client.cancelQueries({ queryKey });
    client.setQueryData<TabletFrame[]>(queryKey, (frames) =>
      frames?.map((frame) => (frame.deviceId === deviceId ? { ...frame, ...change } : frame)),
    );
    mutate(change);
  };
}
