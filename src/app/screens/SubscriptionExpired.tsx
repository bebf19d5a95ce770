import envelope from '@phosphor-icons/core/assets/bold/envelope-simple-bold.svg?raw';
import warning from '@phosphor-icons/core/assets/duotone/warning-duotone.svg?raw';
import { useAccountOptions } from '#features/accounts/web/queries.ts';
import { useSignOut } from '#features/sessions/web/queries.ts';
import { Toasts } from '#kit/web/toasts.tsx';
import { ElderButton, ElderLink } from '#kit/web/ui/ElderButton.tsx';
import { MessageCard } from '#kit/web/ui/MessageCard.tsx';

/** What a person sees whose household's subscription has expired. */
export function SubscriptionExpiredScreen() {
  const support = useAccountOptions().data?.supportEmail;
  const signOut = useSignOut();
  return (
    <>
      <MessageCard
        icon={warning}
        tone="late"
        title="Subscription Expired"
        text="Please renew your subscription to continue using the software"
        footer={
          support ? (
            <>
              Need help? Contact us at <strong>{support}</strong>
            </>
          ) : undefined
        }
      >
        {support ? (
          <ElderLink
            href={`mailto:${support}?subject=${encodeURIComponent('Subscription Renewal')}`}
            size="message"
            icon={envelope}
          >
            Contact Support
          </ElderLink>
        ) : null}
        <ElderButton
          look="outline"
          size="message"
          isBusy={signOut.isPending}
          onPress={() => signOut.mutate()}
        >
          Sign Out
        </ElderButton>
      </MessageCard>
      <Toasts look="admin" />
    </>
  );
}
