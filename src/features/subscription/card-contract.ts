import { z } from 'zod';
import { sessionRefusals } from '#features/sessions/refusals.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { subscriptionStatus } from './contract.ts';
import { changeRefusals, subscriptionRefusals } from './refusals.ts';

/** The data with which a page takes a card; the card number is never sent to this server. */
export const cardEntry = z.object({
  /** URL of the provider's script. */
  scriptUrl: z.string(),
  publishableKey: z.string(),
  /** The client secret of the setup intent that confirms the card. */
  clientSecret: z.string(),
});

export type CardEntryParts = z.output<typeof cardEntry>;

/** Maximum size of an event in bytes, far above the largest one that Stripe sends. */
const MAX_EVENT_BYTES = 512 * 1024;

export const cardCalls = {
  begin: endpoint('POST /api/auth/card-entry', {
    who: 'anyone',
    summary: 'Starts the entry of the card of a new account.',
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
    summary: 'Starts the entry of another card.',
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
    summary: 'Uses the entered card for payments and pays what is owed; 402 if it is declined.',
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
    summary: 'Receives an event of Stripe, signed over the bytes of the body.',
    signed: { header: 'stripe-signature', mostBytes: MAX_EVENT_BYTES },
    reply: z.object({ received: z.literal(true) }),
    refusals: some(subscriptionRefusals, 'event-not-signed'),
  }),
};

export type CardCalls = typeof cardCalls;
