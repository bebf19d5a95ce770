import { type RefusalKinds, refusalsOf, some } from '#platform/shared/refusal.ts';

const UNREACHABLE =
  'The payment service cannot be reached at the moment. Nothing was changed. Please try again in a few minutes.';

export const subscriptionRefusals = {
  'no-subscription': { status: 404, sentence: 'No subscription information found' },
  'action-not-possible': { status: 409 },
  'change-under-way': {
    status: 409,
    sentence: 'Another change is still under way. Please try again in a minute.',
  },
  'change-overtaken': {
    status: 503,
    sentence: 'That took too long. Please look at the subscription again.',
  },
  'subscription-changed': {
    status: 409,
    sentence: 'The subscription has changed meanwhile. Please look at it and try again.',
  },
  'nothing-to-pay': { status: 409, sentence: 'Nothing is paid by card for this subscription.' },
  'card-declined': { status: 402 },
  'card-unusable': {
    status: 402,
    sentence: 'This card could not be used. Nothing was charged. Please enter it again.',
  },
  'payments-not-set-up': {
    status: 503,
    sentence: 'Card payments are not set up on this server.',
  },
  'prices-not-set-up': {
    status: 503,
    sentence: 'Payments are not set up rightly on this server. Nothing was charged.',
  },
  'payments-not-reached': { status: 503, sentence: UNREACHABLE },
  'payment-outcome-unknown': { status: 503, sentence: UNREACHABLE, retryAfterSeconds: 60 },
  'event-not-signed': { status: 400, sentence: 'This is not signed as it should be.' },
} as const satisfies RefusalKinds;

export const changeRefusals = some(
  subscriptionRefusals,
  'change-under-way',
  'change-overtaken',
  'payments-not-set-up',
  'payments-not-reached',
  'payment-outcome-unknown',
  'subscription-changed',
);

export type SubscriptionRefusal = keyof typeof subscriptionRefusals;

export const subscriptionRefusal = refusalsOf(subscriptionRefusals);
