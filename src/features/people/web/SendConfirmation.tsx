import envelope from '@phosphor-icons/core/assets/bold/envelope-simple-bold.svg?raw';
import { useAction } from '#platform/web/forms/use-action.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { sendConfirmation } from './queries.ts';

export function SendConfirmation({ userId }: { userId: string }) {
  const send = useAction({
    call: () => sendConfirmation(userId, 'Check your email and press the confirm button.'),
  });
  return (
    <Button variant="outline" icon={envelope} isPending={send.isPending} onPress={() => send.run()}>
      Send a confirmation email
    </Button>
  );
}
