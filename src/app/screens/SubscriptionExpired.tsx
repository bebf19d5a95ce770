import envelope from '@phosphor-icons/core/assets/bold/envelope-simple-bold.svg?raw';
import warning from '@phosphor-icons/core/assets/duotone/warning-duotone.svg?raw';
import { useEffect, useEffectEvent } from 'react';
import { useAccountOptions } from '#features/accounts/web/queries.ts';
import { OtherHouseholds } from '#features/households/web/OtherHouseholds.tsx';
import { isPairedTablet } from '#features/sessions/web/paired-tablet.ts';
import { useReadCurrentUser } from '#features/sessions/web/queries.ts';
import { SignOutButton } from '#features/sessions/web/SignOutButton.tsx';
import { RenewNow } from '#features/subscription/web/RenewNow.tsx';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { MessageCard } from '#platform/web/ui/MessageCard.tsx';
import { Toasts } from '#platform/web/ui/Toasts.tsx';
import { TouchLink } from '#platform/web/ui/TouchButton.tsx';
import { TODAY_PATH } from '../paths.ts';

const LOOK_AGAIN_MS = MINUTE_MS;

export function SubscriptionExpiredScreen() {
  const support = useAccountOptions().data?.supportEmail;
  useOpenAgain();
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
        {isPairedTablet() && (
          <p className="mb-2 max-w-130 text-least">
            You do not need to do anything here. This screen opens by itself once the subscription
            is renewed.
          </p>
        )}
        <RenewNow />
        {support ? (
          <TouchLink
            href={`mailto:${support}?subject=${encodeURIComponent('Subscription Renewal')}`}
            icon={envelope}
          >
            Contact Support
          </TouchLink>
        ) : null}
        {isPairedTablet() ? null : <OtherHouseholds path={TODAY_PATH} />}
        <SignOutButton />
      </MessageCard>
      <Toasts />
    </>
  );
}

/**
 * On a paired tablet, polls the subscription, so that the tablet opens without a touch after a
 * renewal.
 */
function useOpenAgain(): void {
  const readCurrentUser = useReadCurrentUser();
  const look = useEffectEvent(readCurrentUser);
  useEffect(() => {
    if (!isPairedTablet()) return;
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
}
