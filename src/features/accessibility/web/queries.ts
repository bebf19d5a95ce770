import { MINUTE_MS } from '#kit/shared/durations.ts';
import { callersOf } from '#kit/web/api.ts';
import { reading } from '#kit/web/reading.ts';
import type { AccessibilityCalls } from '../contract.ts';

const calls = callersOf<Pick<AccessibilityCalls, 'list'>>()({ list: 'GET /api/accessibility' });

export const ACCESSIBILITY = ['accessibility'];

/** Of every elder, read again every minute: what the family changes is shown at once by the live line. */
export const useAccessibilities = reading(ACCESSIBILITY, calls.list, {
  refetchInterval: MINUTE_MS,
});
