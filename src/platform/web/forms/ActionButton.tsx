import type { ComponentProps } from 'react';
import { Button } from '../ui/Button.tsx';
import type { Outcome } from './attempt.ts';
import { useAction } from './use-action.ts';

interface ActionButtonProps<Answer>
  extends Omit<ComponentProps<typeof Button>, 'isPending' | 'onPress'>,
    Pick<Outcome<Answer>, 'success' | 'failure' | 'onDone'> {
  call: () => Promise<Answer>;
}

/** A button that makes a call and shows its outcome. Presses during a running call are ignored. */
export function ActionButton<Answer>(props: ActionButtonProps<Answer>) {
  const { call, success, failure, onDone, ...button } = props;
  const { run, isPending } = useAction({ call, success, failure, onDone });
  return <Button {...button} isPending={isPending} onPress={() => run()} />;
}
