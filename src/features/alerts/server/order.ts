import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isAmong, prepared } from '#database/prepared.ts';
import { alertOrders, alertPlaces } from '#database/schema/escalation.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { byAccount } from '#platform/shared/group-by.ts';
import type { AlertOrder } from '../domain/escalation.ts';
import type { QuietHours } from '../domain/quiet-hours.ts';
import { stepsOf } from '../domain/steps.ts';
import { administratorsOf, type Household } from './household.ts';

/** Defaults of a household without a stored policy. */
export const UNLESS_CHOSEN = { waitMinutes: 15, askAgainMinutes: 60, lastIgnoresQuiet: false };

const chosenOrders = prepared(
  'chosen_orders',
  { order: alertOrders },
  (selected) => sql`
    select ${selected} from ${alertOrders} where ${isAmong(alertOrders.accountId, 'accountIds')}`,
);

const placesOf = prepared(
  'places_of',
  { place: alertPlaces },
  (selected) => sql`
    select ${selected} from ${alertPlaces} where ${isAmong(alertPlaces.accountId, 'accountIds')}`,
);

export async function storedOrders(db: Db, accountIds: readonly string[]) {
  const orders = await chosenOrders(db, { accountIds });
  const chosen = byAccount(orders.flatMap(({ order }) => order ?? []));
  const all = await placesOf(db, { accountIds });
  const places = byAccount(all.flatMap(({ place }) => place ?? []));
  return (accountId: string) => {
    const [order] = chosen(accountId);
    const { waitMinutes, askAgainMinutes, lastIgnoresQuiet } = order ?? UNLESS_CHOSEN;
    return {
      isChosen: order !== undefined,
      ...{ waitMinutes, askAgainMinutes, lastIgnoresQuiet },
      places: places(accountId),
    };
  };
}

type StoredOrder = ReturnType<Awaited<ReturnType<typeof storedOrders>>>;

export async function storedOrder(db: Db, accountId: string): Promise<StoredOrder> {
  return (await storedOrders(db, [accountId]))(accountId);
}

/** Builds the escalation policy from the stored settings and the current administrators. */
export function orderFrom(
  { waitMinutes, askAgainMinutes, lastIgnoresQuiet, places }: StoredOrder,
  household: Household,
): AlertOrder {
  const quiet = new Map(
    places.flatMap(({ userId, quietFrom, quietUntil }): [string, QuietHours][] =>
      quietFrom === null || quietUntil === null
        ? []
        : [[userId, { from: quietFrom, until: quietUntil }]],
    ),
  );
  const placed = new Map(places.map(({ userId, step }) => [userId, step]));
  return {
    steps: stepsOf(
      administratorsOf(household).map(({ id }) => ({ id, step: placed.get(id) ?? null })),
    ),
    waitMs: waitMinutes * MINUTE_MS,
    askAgainMs: askAgainMinutes * MINUTE_MS,
    timezone: household.timezone,
    ...{ lastIgnoresQuiet, quiet },
  };
}

export async function orderOf(
  db: Db,
  accountId: string,
  household: Household,
): Promise<AlertOrder> {
  return orderFrom(await storedOrder(db, accountId), household);
}
