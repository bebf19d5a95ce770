import { z } from 'zod';
import { sessionRefusals } from '#features/sessions/refusals.ts';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { subscriptionStatus } from './contract.ts';
import { changeRefusals, subscriptionRefusals } from './refusals.ts';

/** What a page needs to take a card: the number itself never comes to this server. */
export const cardEntry = z.object({
  /** The address of the provider's script. */
  scriptUrl: z.string(),
  publishableKey: z.string(),
  /** Of the setup intent that the card is confirmed with. */
  clientSecret: z.string(),
});

export type CardEntryParts = z.output<typeof cardEntry>;

/** The largest event that Stripe sends is far smaller. */
const MOST_EVENT_BYTES = 512 * 1024;

/** Where accounts are paid for by card. */
export const cardCalls = {
  begin: endpoint('POST /api/auth/card-entry', {
    who: 'anyone',
    summary: 'Begins the entry of the card that a new account is paid with.',
    reply: cardEntry,
    refusals: {
      ...some(
        subscriptionRefusals,
        'payments-not-reached',
        'payment-outcome-unknown',
        'subscription-changed',
      ),
      ...some(sessionRefusals, 'too-many-attempts'),
    },
  }),
  beginAnother: endpoint('POST /api/subscription/card-entry', {
    who: 'super_admin',
    summary: 'Begins the entry of another card.',
    reply: cardEntry,
    allowedWhenExpired: true,
    invalidatesNothing: true,
    refusals: some(
      subscriptionRefusals,
      'no-subscription',
      'nothing-to-pay',
      'payments-not-set-up',
      'payments-not-reached',
      'payment-outcome-unknown',
      'subscription-changed',
    ),
  }),
  useAnother: endpoint('PUT /api/subscription/card', {
    who: 'super_admin',
    summary: 'Pays with the card that was entered, also what is owed; 402 when it is declined.',
    body: z.object({ setupIntentId: z.string().regex(/^seti_\w{1,250}$/) }).strict(),
    reply: subscriptionStatus,
    allowedWhenExpired: true,
    refusals: {
      ...some(subscriptionRefusals, 'no-subscription', 'nothing-to-pay', 'card-declined'),
      ...changeRefusals,
    },
  }),
  event: endpoint('POST /api/webhooks/stripe', {
    who: 'anyone',
    summary: 'Takes what Stripe tells, signed over the bytes of the body.',
    signed: { header: 'stripe-signature', mostBytes: MOST_EVENT_BYTES },
    reply: z.object({ received: z.literal(true) }),
    refusals: some(subscriptionRefusals, 'event-not-signed'),
  }),
};

export type CardCalls = typeof cardCalls;
