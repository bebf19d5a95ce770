import {
  currentEnd,
  endOfPeriod,
  isExpired,
  type Subscription,
} from '#features/entitlement/domain/period.ts';

/** The statuses of a subscription; a payment provider may have more. */
export const STATUSES = ['active', 'paused', 'canceled', 'past_due'] as const;

export type Status = (typeof STATUSES)[number];

export const ACTIONS = ['pause', 'resume', 'cancel', 'cancel-immediately', 'reactivate'] as const;

export type Action = (typeof ACTIONS)[number];

/** The state that determines the permitted actions. */
export interface State {
  /** active, paused, canceled or past_due; other statuses permit no action before the expiry. */
  readonly status: string;
  /** The payment provider's status; null without payments. */
  readonly paymentStatus: string | null;
  readonly isExpired: boolean;
}

/** Returns the actions that a state permits, in the order of the buttons. */
export function actionsFor({ status, paymentStatus, isExpired: expired }: State): Action[] {
  // An ended subscription can only be reactivated.
  if (expired || status === 'canceled' || paymentStatus === 'canceled') return ['reactivate'];
  if (status === 'active') return ['pause', 'cancel', 'cancel-immediately'];
  if (status === 'paused') return ['resume'];
  if (status === 'past_due') return ['cancel', 'cancel-immediately'];
  return [];
}

/** Returns the built-in subscription after a permitted action. */
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

/** Reactivates a subscription: the paid time is kept; if it has ended, a new period starts. */
function reactivated(subscription: Subscription, now: Date): Subscription {
  const active = { ...subscription, status: 'active' };
  if (subscription.endsAt > now) return active;
  return {
    ...active,
    endsAt: endOfPeriod(subscription.plan, now),
    renewalDay: now.getUTCDate(),
  };
}

/** Returns the next renewal; null if there is none. */
export function nextRenewal(subscription: Subscription, now: Date): Date | null {
  const renews = subscription.status === 'active';
  return renews && !isExpired(subscription, now) ? currentEnd(subscription, now) : null;
}

/** Returns the reason why a state forbids an action. */
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
