import { useMutation } from '@tanstack/react-query';

/** A call that changes something; it is over when what `done` does with its answer is. */
export function useChange<Answer, Input = void>(
  call: (input: Input) => Promise<Answer>,
  done?: (answer: Answer, input: Input) => unknown,
) {
  return useMutation({ mutationFn: call, ...(done && { onSuccess: done }) });
}
