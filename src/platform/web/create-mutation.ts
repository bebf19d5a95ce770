import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** Creates a mutation that stays pending until `done` has processed the answer. */
export function useChange<Answer, Input = void>(
  call: (input: Input) => Promise<Answer>,
  done?: (answer: Answer, input: Input) => unknown,
) {
  return useMutation({ mutationFn: call, ...(done && { onSuccess: done }) });
}

/**
 * Returns a function that marks the queries with these keys as stale; queries of the current screen
 * are fetched again.
 */
export function useStale(...keys: readonly QueryKey[]): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Creates a hook for a mutation that invalidates these keys. */
export function createMutation<Answer, Input = void>(
  call: (input: Input) => Promise<Answer>,
  ...stale: readonly QueryKey[]
) {
  return function useChanging() {
    return useChange(call, useStale(...stale));
  };
}
