import type { StripeError } from './refusals.ts';

/** What a card's bank says to it. */
export type Behaviour =
  | 'good'
  | 'declined'
  | 'insufficient funds'
  | 'expired'
  /** It can be entered; only what is charged to it is declined. */
  | 'declined at charges'
  /** It can be entered; a charge wants its holder to prove who they are. */
  | 'needs authentication';

/** The numbers that Stripe publishes for tests (docs.stripe.com/testing). */
const NUMBERS: Record<string, Behaviour> = {
  '4242424242424242': 'good',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient funds',
  '4000000000000069': 'expired',
  '4000000000000341': 'declined at charges',
  '4000002500003155': 'needs authentication',
  '4000002760003184': 'needs authentication',
};

export type Decline = StripeError & { readonly needsAction?: true };

const DECLINED: Decline = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};

const DECLINES: Record<Exclude<Behaviour, 'good'>, Decline> = {
  declined: DECLINED,
  'insufficient funds': {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  expired: {
    type: 'card_error',
    code: 'expired_card',
    decline_code: 'expired_card',
    message: 'Your card has expired.',
  },
  'declined at charges': DECLINED,
  'needs authentication': {
    type: 'card_error',
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
    needsAction: true,
  },
};

/** Nothing for a number that nobody has. */
export function behaviourOf(number: string): Behaviour | undefined {
  return NUMBERS[number];
}

/** What the bank says when the card is entered; nothing when it agrees. */
export function declineAtEntry(behaviour: Behaviour): Decline | undefined {
  const isOnlyAtCharges = ['declined at charges', 'needs authentication'].includes(behaviour);
  return isOnlyAtCharges ? undefined : declineAtCharge(behaviour);
}

/** What the bank says when it is to pay; nothing when it pays. */
export function declineAtCharge(behaviour: Behaviour): Decline | undefined {
  return behaviour === 'good' ? undefined : DECLINES[behaviour];
}
