import envelope from '@phosphor-icons/core/assets/bold/envelope-simple-bold.svg?raw';
import { useSendConfirmation } from '#features/people/web/queries.ts';
import { sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { Button } from '#kit/web/ui/Button.tsx';

/** For whoever has not confirmed their email: the letter once more. */
export function SendConfirmation({ userId }: { userId: string }) {
  const send = useSendConfirmation();
  const press = async () => {
    try {
      if (await send.mutateAsync(userId)) {
        toast.success('The confirmation was sent', 'Open the letter and press the button in it.');
      } else toast.error('Error', 'The confirmation could not be sent. Please try again later.');
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'The confirmation could not be sent.'));
    }
  };
  return (
    <Button
      variant="outline"
      icon={envelope}
      isPending={send.isPending}
      onPress={() => void press()}
    >
      Send the confirmation again
    </Button>
  );
}
