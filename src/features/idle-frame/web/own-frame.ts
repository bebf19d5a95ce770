import { useQuery } from '@tanstack/react-query';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { callersOf } from '#platform/web/api.ts';
import { isLineOpen } from '#platform/web/live.ts';
import type { IdleFrameCalls, OwnFrame } from '../contract.ts';

const calls = callersOf<Pick<IdleFrameCalls, 'read'>>()({ read: 'GET /api/idle-frame' });

const OWN = ['idle-frame', 'own'];

/** The live updates report a change at once; the poll is for what they missed, in milliseconds. */
const REFRESH_MS = 10 * MINUTE_MS;
const REFRESH_WITHOUT_LINE_MS = MINUTE_MS;

/** The photo frame of this device; undefined while it is not known. */
export function useOwnFrame(): OwnFrame | undefined {
  return useQuery({
    queryKey: OWN,
    queryFn: () => calls.read(),
    staleTime: 0,
    refetchInterval: () => (isLineOpen() ? REFRESH_MS : REFRESH_WITHOUT_LINE_MS),
  }).data;
}

/** The part of it that the device keeps, with the newest photos. */
export const newestOfFrame = (max: number) => ({
  prefix: OWN,
  partOf: (frame: OwnFrame): OwnFrame => ({ ...frame, photos: frame.photos.slice(0, max) }),
});
