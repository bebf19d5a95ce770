import {
  currentEnd,
  endOfPeriod,
  isExpired,
  type Subscription,
} from '#features/entitlement/period.ts';

/** What a subscription can be; a provider of payments may know more. */
export const STATUSES = ['active', 'paused', 'canceled', 'past_due'] as const;

export type Status = (typeof STATUSES)[number];

/** What the super_admin can do with a subscription. */
export const ACTIONS = ['pause', 'resume', 'cancel', 'cancel-immediately', 'reactivate'] as const;

export type Action = (typeof ACTIONS)[number];

/** What the actions depend on. */
export interface State {
  /** active, paused, canceled or past_due; from anything else nothing leads but its expiry. */
  readonly status: string;
  /** The status that the provider of payments gives it; null where nothing is paid. */
  readonly paymentStatus: string | null;
  readonly isExpired: boolean;
}

/** The actions that a state allows, in the order in which they are offered. */
export function actionsFor({ status, paymentStatus, isExpired: expired }: State): Action[] {
  // Whatever led there, coming back is the one way out.
  if (expired || status === 'canceled' || paymentStatus === 'canceled') return ['reactivate'];
  if (status === 'active') return ['pause', 'cancel', 'cancel-immediately'];
  if (status === 'paused') return ['resume'];
  if (status === 'past_due') return ['cancel', 'cancel-immediately'];
  return [];
}

/** The subscription after an action that its state allows, where nobody has to pay for it. */
export function resultOf(action: Action, subscription: Subscription, now: Date): Subscription {
  const endsAt = action === 'cancel-immediately' ? now : currentEnd(subscription, now);
  if (action === 'reactivate') return reactivated({ ...subscription, endsAt }, now);
  return { ...subscription, status: STATUS_AFTER[action], endsAt };
}

const STATUS_AFTER: Readonly<Record<Exclude<Action, 'reactivate'>, Status>> = {
  pause: 'paused',
  resume: 'active',
  cancel: 'canceled',
  'cancel-immediately': 'canceled',
};

/** What is paid already is not lost; without it a new period begins. */
function reactivated(subscription: Subscription, now: Date): Subscription {
  const active = { ...subscription, status: 'active' };
  if (subscription.endsAt > now) return active;
  return {
    ...active,
    endsAt: endOfPeriod(subscription.plan, now),
    renewalDay: now.getUTCDate(),
  };
}

/** When it renews next; null for one that does not. */
export function nextRenewal(subscription: Subscription, now: Date): Date | null {
  const renews = subscription.status === 'active';
  return renews && !isExpired(subscription, now) ? currentEnd(subscription, now) : null;
}

/** Why a state does not allow an action. */
export function refusalOf(action: Action, { status, isExpired: expired }: State): string {
  switch (action) {
    case 'pause':
      return status === 'paused'
        ? 'The subscription is already paused.'
        : 'Only an active subscription can be paused.';
    case 'resume':
      return status === 'active'
        ? 'The subscription is already active.'
        : 'Only a paused subscription can be resumed.';
    case 'cancel':
    case 'cancel-immediately':
      if (status === 'paused') return 'Please resume the subscription first.';
      return status === 'canceled' || expired
        ? 'The subscription is already canceled.'
        : 'This subscription cannot be canceled now.';
    case 'reactivate':
      return status === 'active'
        ? 'The subscription is already active.'
        : 'Only a canceled subscription can be reactivated.';
  }
}
