import type { Database } from '#database/connect.ts';
import {
  type Context,
  type Feature,
  feature,
  type ScheduledJob,
} from '#platform/server/feature.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { cardCalls } from '../card-contract.ts';
import { subscriptionRefusal } from '../refusals.ts';
import { underLease } from './move.ts';
import type { CardBilling } from './provider.ts';
import { findSubscription } from './rows.ts';
import { catchUp, reconciliation, recordEvent } from './stripe-sync.ts';

/** Counts a try without an account; throws after too many. */
type CountTry = (database: Database, address: string, now: Date) => Promise<void>;

export function cardsFeature(cards: CardBilling, countTry: CountTry): Feature {
  return feature(
    cardCalls,
    {
      async begin(_call, { database, request, now }) {
        await countTry(database, request.address, now);
        return cards.beginCard();
      },
      beginAnother: {
        async outsideTransaction(_call, { database, account }) {
          const known = await database.inHousehold(account.id, (db) =>
            findSubscription(db, account.id),
          );
          if (known === undefined) throw subscriptionRefusal('no-subscription');
          if (known.payment === undefined) throw subscriptionRefusal('nothing-to-pay');
          return cards.beginCard(known.payment.customerId);
        },
      },
      useAnother: {
        outsideTransaction: ({ body }, context) =>
          underLease(
            context,
            async (_db, { subscription }) => {
              if (subscription.payment === undefined) throw subscriptionRefusal('nothing-to-pay');
            },
            async ({ accountId, subscription }) => {
              // The idempotency key: equal for every try with this card.
              const key = body.setupIntentId;
              const held = { accountId, subscription, now: context.now, key };
              const paid = await cards.useCard(held, body.setupIntentId);
              return { subscription: paid, noted: { action: 'subscription-card' } };
            },
          ),
      },
      event: async ({ signed }, context) => {
        const event = cards.eventOf(signed, context.now);
        if (event === undefined) throw subscriptionRefusal('event-not-signed');
        await follow(event, context);
        return { received: true };
      },
    },
    [reconciliation(cards), priceCheck(cards)],
  );

  /**
   * Reads the state of the subscription after an event. If the provider cannot be reached, the
   * stored hint remains, and the reconciliation reads the state later.
   */
  async function follow(event: ReturnType<CardBilling['eventOf']> & object, context: Context) {
    const { database, log, now } = context;
    const accountId = await database.asSystem((db) => recordEvent(db, event, now));
    log.info(
      { event: event.id, type: event.type, known: accountId !== undefined },
      'payment event received',
    );
    if (accountId === undefined) return;
    await catchUp(context, cards, accountId).catch((error: unknown) => {
      log.warn({ err: error }, 'object of a payment event not read yet');
    });
  }
}

/**
 * Logs an error after the start, and every hour while the prices at the provider are wrong, because
 * payments are impossible then.
 */
function priceCheck(cards: CardBilling): ScheduledJob {
  return {
    name: 'prices',
    everyMs: HOUR_MS,
    // The check runs in every process, because each process logs its own settings.
    ofProcess: true,
    async run({ log }) {
      const fault = await cards.faultOfPrices();
      if (fault !== undefined) log.error(fault);
    },
  };
}
