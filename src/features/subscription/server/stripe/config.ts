import { z } from 'zod';
import { configPart } from '#platform/server/config.ts';

const key = z.string().optional();
const WITH_SECRET = 'given when STRIPE_SECRET_KEY is set';

/**
 * Reads the Stripe settings; undefined on a server without billing. Requires all three keys or
 * none: without the webhook secret, payments would be charged but their events would be refused.
 */
export const readStripe = configPart(
  {
    STRIPE_SECRET_KEY: [key, 'given when another of the STRIPE keys is set'],
    STRIPE_PUBLISHABLE_KEY: [key, WITH_SECRET],
    STRIPE_WEBHOOK_SECRET: [key, WITH_SECRET],
  },
  (value, wrong) => {
    const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = value;
    if (STRIPE_SECRET_KEY === undefined) {
      if (STRIPE_PUBLISHABLE_KEY ?? STRIPE_WEBHOOK_SECRET) throw wrong('STRIPE_SECRET_KEY');
      return undefined;
    }
    if (STRIPE_PUBLISHABLE_KEY === undefined) throw wrong('STRIPE_PUBLISHABLE_KEY');
    if (STRIPE_WEBHOOK_SECRET === undefined) throw wrong('STRIPE_WEBHOOK_SECRET');
    return {
      secretKey: STRIPE_SECRET_KEY,
      publishableKey: STRIPE_PUBLISHABLE_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
      apiUrl: 'https://api.stripe.com',
      /** The script that takes the card in the browser. */
      scriptUrl: 'https://js.stripe.com/endive/stripe.js',
    };
  },
);

export type StripeSettings = NonNullable<ReturnType<typeof readStripe>>;
