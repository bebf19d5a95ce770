import { alertOrders, alertPlaces } from '#database/schema/escalation.ts';
import { noteAct } from '#features/audit/server.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { stepsOf } from '../domain/steps.ts';
import type { ChosenOrder, OpenAlertCalls } from '../open-contract.ts';
import { alertRefusal } from '../refusals.ts';
import { checkSoon } from './acknowledge.ts';
import { administratorsOf, householdOf } from './household.ts';
import { storedOrder } from './order.ts';

export async function readOrder({ db, account }: MemberContext): Promise<ChosenOrder> {
  const household = await householdOf(db, account.id);
  const { waitMinutes, askAgainMinutes, lastIgnoresQuiet, places } = await storedOrder(
    db,
    account.id,
  );
  const placeOf = new Map(places.map((place) => [place.userId, place]));
  const people = administratorsOf(household);
  const steps = stepsOf(people.map(({ id }) => ({ id, step: placeOf.get(id)?.step ?? null })));
  return {
    ...{ waitMinutes, askAgainMinutes, lastIgnoresQuiet },
    people: people.map(({ id, firstName, lastName }) => {
      const { quietFrom = null, quietUntil = null } = placeOf.get(id) ?? {};
      return {
        userId: id,
        name: fullName({ firstName, lastName }),
        // The panel expects steps numbered from 1 without gaps, unlike the stored numbers.
        step: steps.findIndex((step) => step.people.includes(id)) + 1,
        quiet:
          quietFrom === null || quietUntil === null ? null : { from: quietFrom, until: quietUntil },
      };
    }),
  };
}

/** Stores the policy; open alerts follow it at once. */
export async function storeOrder(
  chosen: CallOf<OpenAlertCalls['setOrder']>['body'],
  context: MemberContext,
): Promise<ChosenOrder> {
  const { db, account, now } = context;
  const household = await householdOf(db, account.id);
  const known = new Set(administratorsOf(household).map(({ id }) => id));
  const ids = chosen.people.map(({ userId }) => userId);
  if (ids.some((id) => !known.has(id)) || new Set(ids).size < ids.length)
    throw alertRefusal('not-alerted');
  const { waitMinutes, askAgainMinutes, lastIgnoresQuiet } = chosen;
  const values = { waitMinutes, askAgainMinutes, lastIgnoresQuiet };
  await db
    .insert(alertOrders)
    .values({ accountId: account.id, ...values })
    .onConflictDoUpdate({ target: alertOrders.accountId, set: values });
  for (const { userId, step, quiet } of chosen.people) {
    // Quiet hours of zero length are stored as none.
    const hours = quiet === null || quiet.from === quiet.until ? null : quiet;
    const place = { step, quietFrom: hours?.from ?? null, quietUntil: hours?.until ?? null };
    await db
      .insert(alertPlaces)
      .values({ accountId: account.id, userId, ...place })
      .onConflictDoUpdate({ target: [alertPlaces.userId, alertPlaces.accountId], set: place });
  }
  await checkSoon(db, account.id, now);
  await noteAct(db, context, 'alert-order-changed');
  return readOrder(context);
}
