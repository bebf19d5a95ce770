import type { StripeError } from './refusals.ts';

/** How the bank answers when a card is entered or charged. */
export type Behaviour =
  | 'good'
  | 'declined'
  | 'insufficient funds'
  | 'expired'
  /** The card can be entered, but charges are declined. */
  | 'declined at charges'
  /** The card can be entered, but charges require authentication of its holder. */
  | 'needs authentication';

/**
 * Behaviour by card number. The numbers are those that Stripe publishes for tests
 * (docs.stripe.com/testing).
 */
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

export function behaviourOf(number: string): Behaviour | undefined {
  return NUMBERS[number];
}

/** Returns the decline when the card is entered; undefined if it is accepted. */
export function declineAtEntry(behaviour: Behaviour): Decline | undefined {
  const isOnlyAtCharges = ['declined at charges', 'needs authentication'].includes(behaviour);
  return isOnlyAtCharges ? undefined : declineAtCharge(behaviour);
}

/** Returns the decline of a charge; undefined if it succeeds. */
export function declineAtCharge(behaviour: Behaviour): Decline | undefined {
  return behaviour === 'good' ? undefined : DECLINES[behaviour];
}
