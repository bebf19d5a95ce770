import { useQuery } from '@tanstack/react-query';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { callersOf } from '#kit/web/api.ts';
import type { AccessibilityCalls } from '../contract.ts';

const calls = callersOf<Pick<AccessibilityCalls, 'list'>>()({ list: 'GET /api/accessibility' });

export const ACCESSIBILITY = ['accessibility'];

/** Of every elder, read again every minute: what the family changes is shown at once by the live line. */
export function useAccessibilities() {
  return useQuery({
    queryKey: ACCESSIBILITY,
    queryFn: () => calls.list(),
    refetchInterval: MINUTE_MS,
  });
}
