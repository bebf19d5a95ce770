import Stripe from 'stripe';
import { PLANS, type Plan, PRICES } from '#features/entitlement/domain/plans.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { subscriptionRefusal } from '../../refusals.ts';
import type { StripeAsker } from './request-with-retry.ts';

/** Lookup keys of the prices at Stripe, independent of their ids. */
const LOOKUP_KEYS: Readonly<Record<Plan, string>> = {
  monthly: 'grand_monthly',
  yearly: 'grand_yearly',
};

const INTERVALS: Readonly<Record<Plan, string>> = { monthly: 'month', yearly: 'year' };

/** Time for which verified prices are cached. */
const BELIEVED_MS = HOUR_MS;

export interface Prices {
  /** Returns the id of a plan's price; throws 503 while the prices at Stripe are wrong. */
  idOf(plan: Plan): Promise<string>;
  /** Returns an error message if the prices are wrong. */
  fault(): Promise<string | undefined>;
}

type Found = { readonly ids: Record<Plan, string> } | { readonly fault: string };

/** Verifies that the prices at Stripe are those shown on the screens. */
export function pricesAt({ stripe, ask }: StripeAsker): Prices {
  let known: { ids: Record<Plan, string>; at: number } | undefined;

  const look = async (): Promise<Found> => {
    const { data } = await ask((next) =>
      stripe.prices.list({ lookup_keys: Object.values(LOOKUP_KEYS), active: true }, next()),
    );
    const ids: Partial<Record<Plan, string>> = {};
    for (const plan of PLANS) {
      const price = data.find(({ lookup_key }) => lookup_key === LOOKUP_KEYS[plan]);
      const words = `a price with the lookup key ${LOOKUP_KEYS[plan]} of $${PRICES[plan]} a ${INTERVALS[plan]}`;
      if (price === undefined) return { fault: `Stripe does not have ${words}.` };
      const isRight =
        price.unit_amount === PRICES[plan] * 100 &&
        price.currency === 'usd' &&
        price.recurring?.interval === INTERVALS[plan] &&
        price.recurring.interval_count === 1;
      if (!isRight) return { fault: `Stripe's price is not ${words}.` };
      ids[plan] = price.id;
    }
    const { monthly = '', yearly = '' } = ids;
    return { ids: { monthly, yearly } };
  };

  return {
    async idOf(plan) {
      if (known !== undefined && performance.now() - known.at < BELIEVED_MS) return known.ids[plan];
      const found = await look();
      if ('fault' in found) {
        throw subscriptionRefusal('prices-not-set-up', { cause: new Error(found.fault) });
      }
      known = { ids: found.ids, at: performance.now() };
      return found.ids[plan];
    },
    async fault() {
      try {
        const found = await look();
        return 'fault' in found ? found.fault : undefined;
      } catch (error) {
        const isKey =
          error instanceof Error && error.cause instanceof Stripe.errors.StripeAuthenticationError;
        return isKey ? 'Stripe does not take STRIPE_SECRET_KEY.' : 'Stripe does not answer.';
      }
    },
  };
}
