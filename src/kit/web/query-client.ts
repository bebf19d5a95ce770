import { QueryCache, QueryClient } from '@tanstack/react-query';

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
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
