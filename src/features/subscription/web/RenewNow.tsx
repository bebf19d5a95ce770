import { Suspense, useState } from 'react';
import { useReadCurrentUser } from '#features/sessions/web/queries.ts';
import { ApiError } from '#platform/web/api.ts';
import { attempt } from '#platform/web/forms/attempt.ts';
import { lazyComponent } from '#platform/web/lazy-component.ts';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import { useMove, useSubscription } from './queries.ts';

// Loaded on demand, because tablets show this screen too and never need the dialog.
const RenewDialog = lazyComponent(async () => (await import('./card/RenewDialog.tsx')).RenewDialog);

/** The renewal button, only for a super_admin, who alone may read the subscription. */
export function RenewNow() {
  const { data } = useSubscription();
  const [isAsking, setAsking] = useState(false);
  const { renew, isRenewing, refusal } = useRenewal();
  if (data === undefined) return null;
  const isPaidByCard = data.subscriptionType === 'stripe';
  return (
    <>
      <TouchButton
        isBusy={isRenewing}
        onPress={() => (isPaidByCard ? setAsking(true) : void renew())}
      >
        Renew now
      </TouchButton>
      {isAsking ? (
        <Suspense fallback={null}>
          <RenewDialog
            plan={data.subscriptionPlan}
            isRenewing={isRenewing}
            refusal={refusal}
            onRenew={renew}
            onPaid={toAdminPanel}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function useRenewal() {
  const move = useMove();
  const readCurrentUser = useReadCurrentUser();
  const [refusal, setRefusal] = useState<string>();
  /** Resolves to the reason if the payment was refused. */
  const renew = async () => {
    let isRefused = false;
    const sentence = await attempt(() => move.mutateAsync('reactivate'), {
      failure: 'That did not work. Please try again.',
      onDone: toAdminPanel,
      onRefused: (error) => {
        isRefused = error instanceof ApiError && error.status === 402;
        if (!isRefused) readCurrentUser();
      },
    });
    const why = isRefused ? sentence : undefined;
    setRefusal(why);
    return why;
  };
  return { renew, isRenewing: move.isPending, refusal };
}

/** Replaces the page instead of navigating within it, so that no outdated data remains. */
function toAdminPanel(): void {
  window.location.replace('/admin');
}
