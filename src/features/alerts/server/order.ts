import { eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { alertOrders, alertPlaces } from '#database/schema/escalation.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import type { AlertOrder } from '../escalation.ts';
import type { QuietHours } from '../quiet-hours.ts';
import { stepsOf } from '../steps.ts';
import { administratorsOf, type Household } from './household.ts';

/** What holds for a family that has chosen nothing. */
export const UNLESS_CHOSEN = { waitMinutes: 15, askAgainMinutes: 60, lastIgnoresQuiet: false };

/** The order of a household as it is stored, of whoever is an administrator at this moment. */
export async function storedOrder(db: Db, accountId: string) {
  const [chosen] = await db
    .select({
      waitMinutes: alertOrders.waitMinutes,
      askAgainMinutes: alertOrders.askAgainMinutes,
      lastIgnoresQuiet: alertOrders.lastIgnoresQuiet,
    })
    .from(alertOrders)
    .where(eq(alertOrders.accountId, accountId));
  const places = await db.select().from(alertPlaces).where(eq(alertPlaces.accountId, accountId));
  return { isChosen: chosen !== undefined, ...(chosen ?? UNLESS_CHOSEN), places };
}

/** The same as the rule needs it. */
export async function orderOf(
  db: Db,
  accountId: string,
  household: Household,
): Promise<AlertOrder & { readonly isChosen: boolean }> {
  const { isChosen, waitMinutes, askAgainMinutes, lastIgnoresQuiet, places } = await storedOrder(
    db,
    accountId,
  );
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
    ...{ isChosen, lastIgnoresQuiet, quiet },
  };
}
