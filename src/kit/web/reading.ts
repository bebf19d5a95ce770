import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';

type Freshness<Answer> = Pick<UseQueryOptions<Answer>, 'staleTime' | 'refetchInterval' | 'retry'>;

/** The hook of a call that is read, and kept under that key. */
export function reading<Answer>(
  queryKey: QueryKey,
  call: () => Promise<Answer>,
  freshness: Freshness<NoInfer<Answer>> = {},
) {
  return function useReading() {
    return useQuery({ queryKey, queryFn: () => call(), ...freshness });
  };
}
