import { MINUTE_MS } from '#platform/shared/durations.ts';
import { callersOf } from '#platform/web/api.ts';
import { createQuery } from '#platform/web/create-query.ts';
import type { AccessibilityCalls } from '../contract.ts';

const calls = callersOf<Pick<AccessibilityCalls, 'list'>>()({ list: 'GET /api/accessibility' });

export const ACCESSIBILITY = ['accessibility'];

/**
 * The preferences of all elders, refetched every minute; live updates show a change of the family
 * at once.
 */
export const useAccessibilities = createQuery(ACCESSIBILITY, calls.list, {
  refetchInterval: MINUTE_MS,
});
