import { useQuery } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { MeasureCalls } from '../../contract.ts';

const calls = callersOf<Pick<MeasureCalls, 'asked'>>()({ asked: 'GET /api/measures' });

export const ASKED = ['measures'];

/** What the family wants to be measured, with the newest value of each kind. */
export const askedAhead = { queryKey: ASKED, queryFn: () => calls.asked() };

export function useAskedMeasures() {
  return useQuery(askedAhead);
}
