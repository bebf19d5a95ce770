import Stripe from 'stripe';
import type { SignedBody } from '#kit/shared/endpoint.ts';
import type { ProviderEvent } from '../provider.ts';

/** An event that is older may be one that somebody has caught and sends again. */
const OLDEST_S = 300;

export function eventOf(
  stripe: Stripe,
  secret: string,
  { bytes, signature }: SignedBody,
  now: Date,
): ProviderEvent | undefined {
  try {
    const { id, type, data } = stripe.webhooks.constructEvent(
      bytes,
      signature,
      secret,
      OLDEST_S,
      undefined,
      now.getTime(),
    );
    return { id, type, customerId: customerOf(data.object) };
  } catch (error) {
    const isForged =
      error instanceof Stripe.errors.StripeSignatureVerificationError ||
      error instanceof SyntaxError;
    if (isForged) return undefined;
    throw error;
  }
}

/** Everything that an event can be about names its customer in the same way, if it has one. */
function customerOf(thing: object): string | undefined {
  const customer = 'customer' in thing ? thing.customer : undefined;
  return typeof customer === 'string' ? customer : undefined;
}
