import { useState } from 'react';
import { graceMs } from '#features/entitlement/domain/period.ts';
import { useReadCurrentUser } from '#features/sessions/web/queries.ts';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { refusedWith } from '#platform/web/api.ts';
import { useAction } from '#platform/web/forms/use-action.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { SubscriptionStatus } from '../contract.ts';
import { type Action, actionsFor } from '../domain/states.ts';
import type { SubscriptionRefusal } from '../refusals.ts';
import { ActionEffects } from './ActionEffects.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { CurrentPlan } from './CurrentPlan.tsx';
import { AnotherCardDialog } from './card/AnotherCardDialog.tsx';
import { owedMessage, priceOf } from './card/card-messages.ts';
import { PaymentNotice } from './card/PaymentNotice.tsx';
import { type Cancelling, type Move, useMove, useSubscription } from './queries.ts';
import { doneMessage, longDate } from './subscription-messages.ts';

export function SubscriptionTab() {
  const query = useSubscription();
  const { data, error } = query;
  const isNone = refusedWith<SubscriptionRefusal>(error, 'no-subscription');
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

type Question = Cancelling | 'for a card';

function Subscription({ status }: { status: SubscriptionStatus }) {
  const timezone = (useSettings().data ?? DEFAULT_SETTINGS).timezone;
  const [asking, setAsking] = useState<Question>();
  const { busy, make } = useMaking(timezone);
  const isOwed = isPaidByCard(status) && status.subscriptionStatus === 'past_due';
  const close = () => setAsking(undefined);
  return (
    <div className="grid gap-6">
      {isOwed ? (
        <PaymentNotice onUseAnotherCard={() => setAsking('for a card')}>
          {owedMessage(closingDay(status, timezone))}
        </PaymentNotice>
      ) : null}
      <PlanAndChoices
        status={status}
        timezone={timezone}
        busy={busy}
        onAction={(action) => (isCancelling(action) ? setAsking(action) : make(action))}
        onAsk={setAsking}
      />
      {asking !== undefined && asking !== 'for a card' ? (
        <CancelDialog
          action={asking}
          end={new Date(status.subscriptionEndDate)}
          timezone={timezone}
          onClose={close}
        />
      ) : null}
      {asking === 'for a card' ? <AnotherCardDialog isOwed={isOwed} onClose={close} /> : null}
    </div>
  );
}

interface PlanAndChoicesProps {
  status: SubscriptionStatus;
  timezone: string;
  busy: Action | undefined;
  onAction: (action: Action) => void;
  onAsk: (question: Question) => void;
}

function PlanAndChoices({ status, timezone, busy, onAction, onAsk }: PlanAndChoicesProps) {
  const now = useNow(MINUTE_MS);
  const { subscriptionStatus, subscriptionPlan, stripeStatus } = status;
  const byCard = isPaidByCard(status);
  const actions = actionsFor({
    status: subscriptionStatus,
    paymentStatus: stripeStatus,
    // `isExpired` is always false here, because an expired household sees a separate screen
    // instead.
    isExpired: false,
  });
  const end = new Date(status.subscriptionEndDate);
  const price = byCard ? priceOf(subscriptionPlan) : undefined;
  return (
    <div className="grid items-start gap-6 broad:grid-cols-[minmax(0,1fr)_minmax(18rem,24rem)] broad:gap-8">
      <CurrentPlan
        status={status}
        timezone={timezone}
        actions={actions.filter((action) => action !== 'cancel-immediately')}
        busy={busy}
        onAction={onAction}
      >
        {/* While a payment is owed, this button is in the notice above instead. */}
        {byCard && subscriptionStatus !== 'past_due' ? (
          <Button variant="outline" onPress={() => onAsk('for a card')}>
            Use another card
          </Button>
        ) : null}
      </CurrentPlan>
      {actions.length > 0 ? (
        <ActionEffects
          actions={actions}
          period={{ end, now, price }}
          timezone={timezone}
          onCancel={() => onAsk('cancel-immediately')}
        />
      ) : null}
    </div>
  );
}

function isCancelling(action: Action): action is Cancelling {
  return action === 'cancel' || action === 'cancel-immediately';
}

function isPaidByCard({ subscriptionType }: SubscriptionStatus): boolean {
  return subscriptionType === 'stripe';
}

/** Returns the day on which access ends without a payment. */
function closingDay(status: SubscriptionStatus, timezone: string): string {
  const { subscriptionEndDate, subscriptionStatus } = status;
  const end = new Date(subscriptionEndDate).getTime();
  return longDate(new Date(end + graceMs(subscriptionStatus)), timezone);
}

/** Applies one action at a time and shows the result. */
function useMaking(timezone: string) {
  const move = useMove();
  const readCurrentUser = useReadCurrentUser();
  const make = useAction({
    call: async (action: Move) => ({ action, ...(await move.mutateAsync(action)) }),
    success: ({ action, subscriptionEndDate }) =>
      doneMessage(action, new Date(subscriptionEndDate), timezone),
    failure: 'That did not work. Please try again.',
    // Refetched, because the current user contains the end of the subscription, which may have
    // changed.
    onDone: readCurrentUser,
    onRefused: readCurrentUser,
  });
  return { busy: move.isPending ? move.variables : undefined, make: make.run };
}
