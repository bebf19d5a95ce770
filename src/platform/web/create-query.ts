import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';

type Freshness<Answer> = Pick<UseQueryOptions<Answer>, 'staleTime' | 'refetchInterval' | 'retry'>;

/** Creates a hook that reads the answer of `call` and caches it under the query key. */
export function createQuery<Answer>(
  queryKey: QueryKey,
  call: () => Promise<Answer>,
  freshness: Freshness<NoInfer<Answer>> = {},
) {
  return function useReading() {
    return useQuery({ queryKey, queryFn: () => call(), ...freshness });
  };
}
