import { type CallerContext, type Feature, feature } from '#platform/server/feature.ts';
import { subscriptionCalls } from './contract.ts';
import type { Action } from './domain/states.ts';
import { subscriptionRefusal } from './refusals.ts';
import { expiryJob } from './server/expiry-letters.ts';
import { move, statusOf } from './server/move.ts';
import type { CardBilling } from './server/provider.ts';
import { findSubscription } from './server/rows.ts';

export { cardsFeature } from './server/cards.ts';
export { endForGood } from './server/end-for-good.ts';
export { builtInBilling, type CardBilling, type NewSubscription } from './server/provider.ts';
export {
  addSubscription,
  careOverOf,
  holdSubscription,
  isCareOver,
  storeSubscription,
} from './server/rows.ts';
export { scriptOrigins, stripeBilling } from './server/stripe/billing.ts';
export { readStripe } from './server/stripe/config.ts';

/** A parameter, because the sessions feature imports this one. */
type RequireRecentSignIn = (password: string | undefined, context: CallerContext) => Promise<void>;

/** Endpoints with which a super_admin manages the subscription. */
export function subscriptionFeature(
  cards: CardBilling | undefined,
  requireRecentSignIn: RequireRecentSignIn,
): Feature {
  const moving = (action: Action) => ({
    outsideTransaction: (_call: unknown, context: Parameters<typeof move>[2]) =>
      move(action, cards, context),
  });
  return feature(
    subscriptionCalls,
    {
      async status(_call, { db, account, now }) {
        const subscription = await findSubscription(db, account.id);
        if (subscription === undefined) throw subscriptionRefusal('no-subscription');
        return statusOf(subscription, now);
      },
      pause: moving('pause'),
      resume: moving('resume'),
      cancel: {
        async outsideTransaction({ body }, context) {
          await requireRecentSignIn(body.password, context);
          return move(body.immediate ? 'cancel-immediately' : 'cancel', cards, context);
        },
      },
      reactivate: moving('reactivate'),
    },
    [expiryJob],
  );
}
