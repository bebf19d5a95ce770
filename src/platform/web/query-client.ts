import { QueryCache, QueryClient } from '@tanstack/react-query';
import type { KitRefusal } from '#platform/shared/refusals.ts';
import { refusedWith } from './api.ts';

/**
 * Maximum number of retries while the server is busy, as it is for some seconds after its start or
 * under high load.
 */
const MAX_BUSY_RETRIES = 5;

/**
 * Creates the query client. Data counts as fresh until this client changes it; queries that poll
 * configure this themselves. A request never waits for the network, so that a failed press is
 * reported at once.
 */
export function createQueryClient(onReadError: (error: Error) => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: onReadError }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: (failures, error) =>
          failures < MAX_BUSY_RETRIES && refusedWith<KitRefusal>(error, 'too-busy'),
        // Jitter distributes the retries of many devices.
        retryDelay: (failures) => (1 + Math.random()) * 1000 * 2 ** failures,
        networkMode: 'always',
        // Set explicitly, because the default with `networkMode: 'always'` is false.
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
