import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

type Part<Input, Name extends string> = Input extends Record<Name, infer Value> ? Value : unknown;

/** What a caller of an endpoint takes, its parameters and the members of its body beside each other. */
export type InputOf<Call extends (input: never) => unknown> = Part<Parameters<Call>[0], 'params'> &
  Part<Parameters<Call>[0], 'body'>;

/**
 * A call that changes something. It is done when what is known under these keys, which is stale then,
 * has been read again wherever it is shown.
 */
export function useChange<Input = void, Answer = unknown>(
  call: (input: Input) => Promise<Answer>,
  ...stale: readonly QueryKey[]
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
