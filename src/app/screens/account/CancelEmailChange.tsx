import envelope from '@phosphor-icons/core/assets/duotone/envelope-simple-open-duotone.svg?raw';
import { useSearchParams } from 'wouter';
import { useCancelEmailChange } from '#features/sessions/web/sign-in-and-out.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { MessageCard } from '#platform/web/ui/MessageCard.tsx';
import { TouchButton, TouchLink } from '#platform/web/ui/TouchButton.tsx';

/**
 * Cancels an email change. The link alone does nothing, because mail scanners open links; the user
 * must press a button.
 */
export function CancelEmailChangeScreen() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '-';
  const cancel = useCancelEmailChange();
  if (cancel.isSuccess) return <Cancelled />;
  if (cancel.isError) return <NotCancelled error={cancel.error} />;
  return (
    <MessageCard
      icon={envelope}
      title="Keep your present email?"
      text="Press the button to cancel the change to another email. You continue to sign in with the present one, and alerts are sent there."
    >
      <TouchButton isBusy={cancel.isPending} onPress={() => cancel.mutate({ body: { token } })}>
        Cancel the change
      </TouchButton>
    </MessageCard>
  );
}

function Cancelled() {
  return (
    <MessageCard
      icon={envelope}
      tone="call"
      title="The change was cancelled"
      text="Your present email stays in use. If you did not ask for the change, choose a new password now."
    >
      <TouchLink href="/forgot-password">Choose a new password</TouchLink>
    </MessageCard>
  );
}

function NotCancelled({ error }: { error: Error }) {
  const sentence = sentenceOf(error, 'The server could not be reached. Please try again.');
  return (
    <MessageCard
      icon={envelope}
      tone="late"
      title="The change was not cancelled"
      text={`${sentence} In the admin panel you see which email is used now.`}
    >
      <TouchLink href="/users">Open the admin panel</TouchLink>
    </MessageCard>
  );
}
