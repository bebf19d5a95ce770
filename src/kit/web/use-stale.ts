import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Says that what is known under these keys is stale; over when it was read again where it is shown. */
export function useStale(...keys: readonly QueryKey[]): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
