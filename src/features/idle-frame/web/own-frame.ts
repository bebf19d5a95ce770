import { useQuery } from '@tanstack/react-query';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { callersOf } from '#platform/web/api.ts';
import { isLineOpen } from '#platform/web/live.ts';
import type { IdleFrameCalls, OwnFrame } from '../contract.ts';

const calls = callersOf<Pick<IdleFrameCalls, 'read'>>()({ read: 'GET /api/idle-frame' });

const OWN = ['idle-frame', 'own'];

/**
 * Polling intervals in milliseconds with and without the event stream, which reports a change at
 * once; polling detects the changes that it missed.
 */
const REFRESH_MS = 10 * MINUTE_MS;
const REFRESH_WITHOUT_LINE_MS = MINUTE_MS;

/** Returns the photo frame of this device; undefined while loading. */
export function useOwnFrame(): OwnFrame | undefined {
  return useQuery({
    queryKey: OWN,
    queryFn: () => calls.read(),
    staleTime: 0,
    refetchInterval: () => (isLineOpen() ? REFRESH_MS : REFRESH_WITHOUT_LINE_MS),
  }).data;
}

/**
 * Selects the data of the frame that the device stores for offline use: the settings and the newest
 * `max` photos.
 */
export const newestOfFrame = (max: number) => ({
  prefix: OWN,
  partOf: (frame: OwnFrame): OwnFrame => ({ ...frame, photos: frame.photos.slice(0, max) }),
});
