import { MINUTE_MS } from '#kit/shared/durations.ts';
import { callersOf } from '#kit/web/api.ts';
import { reading } from '#kit/web/reading.ts';
import type { AwayCalls } from '../contract.ts';

const calls = callersOf<Pick<AwayCalls, 'list'>>()({ list: 'GET /api/away' });

export const AWAY = ['away'];

/** Besides when it changes. */
const REFRESH_MS = 10 * MINUTE_MS;

/** When somebody is away, the latest first; apart, because the home screen needs nothing else. */
export const useAway = reading(AWAY, calls.list, { refetchInterval: REFRESH_MS });
