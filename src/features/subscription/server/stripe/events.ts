import Stripe from 'stripe';
import { z } from 'zod';
import type { SignedBody } from '#platform/shared/endpoint.ts';
import type { ProviderEvent } from '../provider.ts';

const word = z.string().regex(/^[!-~]{1,255}$/);

/** The fields of an event that are used. */
const readable = z.object({
  id: word,
  type: word,
  data: z.object({ object: z.looseObject({}) }),
});

/** Maximum age of an event in seconds, against replay attacks. */
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
    // The library accepts any JSON. A timestamp in the future is accepted, because only Stripe can
    // sign, and a server with a slow clock must receive events too.
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

/** Objects of all kinds of events have their customer in the same field. */
function customerOf(thing: object): string | undefined {
  const customer = 'customer' in thing ? thing.customer : undefined;
  return typeof customer === 'string' ? customer : undefined;
}
