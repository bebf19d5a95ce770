import envelope from '@phosphor-icons/core/assets/bold/envelope-simple-bold.svg?raw';
import { useAction } from '#kit/web/forms/use-action.ts';
import { Button } from '#kit/web/ui/Button.tsx';
import { sendConfirmation } from './queries.ts';

/** For whoever has not confirmed their email: the letter once more. */
export function SendConfirmation({ userId }: { userId: string }) {
  const send = useAction({
    call: () => sendConfirmation(userId, 'Open the letter and press the button in it.'),
  });
  return (
    <Button variant="outline" icon={envelope} isPending={send.isPending} onPress={() => send.run()}>
      Send the confirmation again
    </Button>
  );
}
