import { useState } from 'react';
import { useReadCurrentUser } from '#features/sessions/web/queries.ts';
import { DEFAULT_SETTINGS } from '#features/settings/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { ApiError, sentenceOf } from '#kit/web/api.ts';
import { toast } from '#kit/web/toasts.tsx';
import { AlertDialog } from '#kit/web/ui/AlertDialog.tsx';
import { ListState } from '#kit/web/ui/ListState.tsx';
import { useNow } from '#kit/web/use-now.ts';
import type { SubscriptionStatus } from '../contract.ts';
import { type Action, actionsFor } from '../states.ts';
import { CurrentPlan } from './CurrentPlan.tsx';
import { useMove, useSubscription } from './queries.ts';
import { doneWords, ENDS_TODAY } from './subscription-words.ts';
import { WhatEachDoes } from './WhatEachDoes.tsx';

/** The plan, its state and what can be done with it. */
export function SubscriptionTab() {
  const query = useSubscription();
  const { data, error } = query;
  const isNone = error instanceof ApiError && error.status === 404;
  return (
    <ListState
      query={query}
      isEmpty={data === undefined}
      emptyText="No subscription information found"
      errorText={
        isNone ? 'No subscription information found' : 'The subscription could not be loaded.'
      }
    >
      {data ? <Subscription status={data} /> : null}
    </ListState>
  );
}

function Subscription({ status }: { status: SubscriptionStatus }) {
  const timezone = (useSettings().data ?? DEFAULT_SETTINGS).timezone;
  const now = useNow(60_000);
  const [isAsking, setAsking] = useState(false);
  const { busy, make } = useMaking(timezone);
  const actions = actionsFor({
    status: status.subscriptionStatus,
    paymentStatus: status.stripeStatus,
    // Who has expired is not here but on a screen of their own.
    isExpired: false,
  });
  const close = () => setAsking(false);
  return (
    <div className="grid items-start gap-6 broad:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)] broad:gap-8">
      <CurrentPlan
        status={status}
        timezone={timezone}
        actions={actions.filter((action) => action !== 'cancel-immediately')}
        busy={busy}
        onAction={(action) => void make(action)}
      />
      {actions.length > 0 ? (
        <WhatEachDoes
          actions={actions}
          period={{ end: new Date(status.subscriptionEndDate), now }}
          timezone={timezone}
          onCancel={() => setAsking(true)}
        />
      ) : null}
      {isAsking ? (
        <AlertDialog
          title="Cancel the subscription today?"
          text={ENDS_TODAY}
          keep="Keep subscription"
          action="Cancel immediately"
          isPending={busy === 'cancel-immediately'}
          onConfirm={() => void make('cancel-immediately').then(close)}
          onClose={close}
        />
      ) : null}
    </div>
  );
}

/** Makes one move at a time and says how it went. */
function useMaking(timezone: string) {
  const move = useMove();
  const readCurrentUser = useReadCurrentUser();
  const busy = move.isPending ? move.variables : undefined;
  const make = async (action: Action) => {
    if (busy !== undefined) return;
    try {
      const { subscriptionEndDate } = await move.mutateAsync(action);
      const { title, text } = doneWords(action, new Date(subscriptionEndDate), timezone);
      toast.success(title, text);
    } catch (error) {
      toast.error('Error', sentenceOf(error, 'That did not work. Please try again.'));
    }
    // Its end is part of who is signed in, and may be now.
    readCurrentUser();
  };
  return { busy, make };
}
