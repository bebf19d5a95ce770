import Stripe from 'stripe';
import { z } from 'zod';
import type { SignedBody } from '#kit/shared/endpoint.ts';
import type { ProviderEvent } from '../provider.ts';

const word = z.string().regex(/^[!-~]{1,255}$/);

/** What the product reads of an event. */
const readable = z.object({
  id: word,
  type: word,
  data: z.object({ object: z.looseObject({}) }),
});

/** An event that is older may be one that somebody has caught and sends again. */
const OLDEST_S = 300;

export function eventOf(
  stripe: Stripe,
  secret: string,
  { bytes, signature }: SignedBody,
  now: Date,
): ProviderEvent | undefined {
  try {
    const event: unknown = stripe.webhooks.constructEvent(
      bytes,
      signature,
      secret,
      OLDEST_S,
      undefined,
      now.getTime(),
    );
    // The library takes anything that is JSON. One of a clock that is ahead of ours is believed: only
    // Stripe can sign, and a server whose clock is slow must hear of payments too.
    const read = readable.safeParse(event);
    if (!read.success) return undefined;
    const { id, type, data } = read.data;
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
