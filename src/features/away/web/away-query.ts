import { MINUTE_MS } from '#platform/shared/durations.ts';
import { callersOf } from '#platform/web/api.ts';
import { createQuery } from '#platform/web/create-query.ts';
import type { AwayCalls } from '../contract.ts';

const calls = callersOf<Pick<AwayCalls, 'list'>>()({ list: 'GET /api/away' });

export const AWAY = ['away'];

/** Refetch interval; a change also refetches at once. */
const REFRESH_MS = 10 * MINUTE_MS;

/**
 * The away periods, the latest first. A separate module, to keep the bundle of the home screen
 * small.
 */
export const useAway = createQuery(AWAY, calls.list, { refetchInterval: REFRESH_MS });
