import { useQuery } from '@tanstack/react-query';
import { callersOf } from '#platform/web/api.ts';
import { createMutation } from '#platform/web/create-mutation.ts';
import { createQuery } from '#platform/web/create-query.ts';
import type { StockCalls } from '../contract.ts';

const calls = callersOf<StockCalls>()({
  list: 'GET /api/stocks',
  put: 'PUT /api/stocks/{medicationId}',
  refill: 'POST /api/stocks/{medicationId}/refills',
  entries: 'GET /api/stocks/{medicationId}/entries',
  remove: 'DELETE /api/stocks/{medicationId}',
});

const STOCKS = ['stocks'];

export const useStocks = createQuery(STOCKS, calls.list);

/** The counts and refills of one medication, newest first. */
export function useStockEntries(medicationId: string) {
  return useQuery({
    queryKey: [...STOCKS, medicationId],
    queryFn: () => calls.entries({ params: { medicationId } }),
    staleTime: 0,
  });
}

export const usePutStock = createMutation(calls.put, STOCKS);
export const useRefill = createMutation(calls.refill, STOCKS);
export const useEndStock = createMutation(calls.remove, STOCKS);
