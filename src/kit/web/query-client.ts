import { QueryCache, QueryClient } from '@tanstack/react-query';
import type { KitRefusal } from '#kit/shared/refusals.ts';
import { refusedWith } from './api.ts';

/** A server is busy for some seconds after its start, or when a slow one is asked much at once. */
const MAX_BUSY_RETRIES = 5;

/**
 * What is read stays fresh until something here changes it; what polls says so where it is read.
 * Nothing waits for the network to come back: a press that cannot be delivered says so at once.
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
        // Jitter keeps devices apart.
        retryDelay: (failures) => (1 + Math.random()) * 1000 * 2 ** failures,
        networkMode: 'always',
        // False is the default beside `networkMode: 'always'`.
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
