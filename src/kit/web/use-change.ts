import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** A call that changes something; it is over when what `done` does with its answer is. */
export function useChange<Answer, Input = void>(
  call: (input: Input) => Promise<Answer>,
  done?: (answer: Answer, input: Input) => unknown,
) {
  return useMutation({ mutationFn: call, ...(done && { onSuccess: done }) });
}

/** What is known under these keys is stale then, and is read again wherever it is shown. */
export function useStale(...keys: readonly QueryKey[]): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** The hook of a call that changes something, after which these keys are stale. */
export function changing<Answer, Input = void>(
  call: (input: Input) => Promise<Answer>,
  ...stale: readonly QueryKey[]
) {
  return function useChanging() {
    return useChange(call, useStale(...stale));
  };
}
