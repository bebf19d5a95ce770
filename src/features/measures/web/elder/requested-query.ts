import { useQuery } from '@tanstack/react-query';
import { callersOf } from '#platform/web/api.ts';
import type { MeasureCalls } from '../../contract.ts';

const calls = callersOf<Pick<MeasureCalls, 'asked'>>()({ asked: 'GET /api/measures' });

export const ASKED = ['measures'];

/** The requested kinds, with the newest value of each. */
export const requestedQuery = { queryKey: ASKED, queryFn: () => calls.asked() };

export function useRequestedMeasures() {
  return useQuery(requestedQuery);
}
