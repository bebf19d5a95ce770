import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { StockCalls } from '../contract.ts';

const calls = callersOf<StockCalls>()({
  list: 'GET /api/stocks',
  put: 'PUT /api/stocks/{medicationId}',
  refill: 'POST /api/stocks/{medicationId}/refills',
  entries: 'GET /api/stocks/{medicationId}/entries',
  remove: 'DELETE /api/stocks/{medicationId}',
});

const STOCKS = ['stocks'];

/** What is left of the medications that are counted. */
export function useStocks() {
  return useQuery({ queryKey: STOCKS, queryFn: () => calls.list() });
}

/** What was counted and refilled of one of them, the newest first. */
export function useStockEntries(medicationId: string) {
  return useQuery({
    queryKey: [...STOCKS, medicationId],
    queryFn: () => calls.entries({ params: { medicationId } }),
    staleTime: 0,
  });
}

export function usePutStock() {
  const changed = useStocksChanged();
  return useMutation({
    mutationFn: ({
      medicationId,
      ...body
    }: Parameters<typeof calls.put>[0]['body'] & { medicationId: string }) =>
      calls.put({ params: { medicationId }, body }),
    onSuccess: changed,
  });
}

export function useRefill() {
  const changed = useStocksChanged();
  return useMutation({
    mutationFn: ({ medicationId, units }: { medicationId: string; units: number }) =>
      calls.refill({ params: { medicationId }, body: { units } }),
    onSuccess: changed,
  });
}

export function useEndStock() {
  const changed = useStocksChanged();
  return useMutation({
    mutationFn: (medicationId: string) => calls.remove({ params: { medicationId } }),
    onSuccess: changed,
  });
}

function useStocksChanged() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: STOCKS });
}
