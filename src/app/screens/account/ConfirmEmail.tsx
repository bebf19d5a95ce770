import envelope from '@phosphor-icons/core/assets/duotone/envelope-simple-open-duotone.svg?raw';
import { useSearchParams } from 'wouter';
import { useConfirmEmail } from '#features/sessions/web/sign-in-and-out.ts';
import { sentenceOf } from '#platform/web/api.ts';
import { MessageCard } from '#platform/web/ui/MessageCard.tsx';
import { TouchButton, TouchLink } from '#platform/web/ui/TouchButton.tsx';

/**
 * Confirms an email. The link alone does nothing, because mail scanners open links; the user must
 * press a button.
 */
export function ConfirmEmailScreen() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '-';
  const confirm = useConfirmEmail();
  if (confirm.isSuccess || confirm.isError) return <Answered error={confirm.error} />;
  return (
    <MessageCard
      icon={envelope}
      title="Is this your email?"
      text="Press the button to confirm that letters reach you. Then alerts can be sent to you. If you know nothing of this, close this page: nothing happens."
    >
      <TouchButton isBusy={confirm.isPending} onPress={() => confirm.mutate({ body: { token } })}>
        Confirm my email
      </TouchButton>
    </MessageCard>
  );
}

function Answered({ error }: { error: Error | null }) {
  const title = error ? 'The email was not confirmed' : 'Your email is confirmed';
  const text = error
    ? `${sentenceOf(error, 'The server could not be reached. Please try again.')} In the admin panel you can ask for a new letter, if your email is not confirmed yet.`
    : 'Alerts can be sent to you now. If you have no password yet, press “Forgot password?” on the sign-in screen.';
  return (
    <MessageCard icon={envelope} tone={error ? 'late' : 'call'} title={title} text={text}>
      <TouchLink href="/medications">Open the admin panel</TouchLink>
    </MessageCard>
  );
}
