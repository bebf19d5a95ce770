import type { z } from 'zod';
import type { CardBilling } from '#features/subscription/server.ts';
import { isTimezone } from '#platform/shared/zoned-time.ts';
import type { newHousehold } from '../contract.ts';
import { accountRefusal } from '../refusals.ts';
import type { Wanted } from './sign-ups.ts';

/** Whether this server accepts new households, and the payment provider for them. */
export interface Opening {
  readonly registrationOpen: boolean;
  readonly cards: CardBilling | undefined;
}

/** Throws if the server accepts no new households, or none without a card. */
export function refuseClosed({ registrationOpen, cards }: Opening, paymentMethodId: string): void {
  if (!registrationOpen) throw accountRefusal('registration-closed');
  if (cards !== undefined && paymentMethodId === 'skip_payment') {
    throw accountRefusal('payment-missing');
  }
}

type Form = z.output<typeof newHousehold> & {
  readonly firstName: string;
  readonly lastName: string;
};

/** Combines the form with the sign-in data of the super_admin. */
export function asWanted(
  { subscriptionPlan, paymentMethodId, timezone, ...person }: Form,
  sign: { email: string; passwordHash: string | null; loginId?: string },
): Wanted {
  const { email, ...held } = sign;
  return {
    email,
    plan: subscriptionPlan,
    paymentMethodId,
    person: {
      ...person,
      ...held,
      timezone: timezone !== undefined && isTimezone(timezone) ? timezone : undefined,
      address2: person.address2 ?? null,
    },
  };
}
