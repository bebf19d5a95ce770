import { useRef, useState } from 'react';
import { attempt, type Outcome } from './attempt.ts';

interface ActionOptions<Input extends unknown[], Answer> extends Outcome<Answer> {
  call: (...input: Input) => Promise<Answer>;
}

/**
 * Returns a function that makes a call and reports its outcome. While a call is running, further
 * calls are ignored.
 */
export function useAction<Input extends unknown[], Answer>(options: ActionOptions<Input, Answer>) {
  const { call, ...outcome } = options;
  const [isPending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  // A ref in addition to the state, because a second press may come before the next render.
  const isRunning = useRef(false);
  const run = async (input: Input) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setPending(true);
    const sentence = await attempt(() => call(...input), outcome).finally(() => {
      isRunning.current = false;
      setPending(false);
    });
    setRefusal(sentence);
  };
  return {
    run: (...input: Input) => void run(input),
    isPending,
    /** Message of the last answer, if the call was refused. */
    refusal,
  };
}
