import { and, eq, sql } from 'drizzle-orm';
import { countBeforeAdding } from '#database/count-before-adding.ts';
import { rowExists } from '#database/row-exists.ts';
import { measureValues } from '#database/schema/measures.ts';
import { noteAct } from '#features/audit/server.ts';
import { timezoneOf } from '#features/medications/server.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { refuseStale } from '#platform/server/versions.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { invalidInput } from '#platform/shared/refusals.ts';
import { localDate } from '#platform/shared/zoned-time.ts';
import type { MeasureCalls, MeasureValue } from '../contract.ts';
import { KIND_NAMES } from '../domain/measure-messages.ts';
import { pressedAt } from '../domain/measured-at.ts';
import { type Value, validateValue } from '../domain/values.ts';
import { MAX_VALUES, MAX_VALUES_PER_DAY } from '../limits.ts';
import { measureRefusal } from '../refusals.ts';
import { asKnownValue, holdValue } from './value-rows.ts';
import { callersName, elderOf } from './who.ts';

/** Tolerance for a computer whose clock is ahead. */
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;

/** Stores a value once: a repeated id returns the stored value. */
export async function addValue(
  given: CallOf<MeasureCalls['add']>['body'],
  context: MemberContext,
): Promise<MeasureValue> {
  const { db, account, user, now } = context;
  const { id, kind, unit, first, second } = given;
  const elder = await elderOf(context, given.userId);
  refuseWrong(given);
  const measuredAt = instantFor(given.measuredAt, context);
  const timezone = await timezoneOf(db, account.id);
  const date = localDate(measuredAt, timezone);
  // A repeated request for a stored value is not refused when the daily limit is reached.
  const isKnown = await rowExists(db, measureValues, isOf(account.id, id));
  if (!isKnown) await refuseTooMany(date, context);
  const [made] = await db
    .insert(measureValues)
    .values({
      ...{ id, accountId: account.id, userId: elder.id, kind, unit, first, second },
      ...{ measuredAt, localDate: date, personName: await callersName(context) },
    })
    .onConflictDoNothing()
    .returning();
  if (made === undefined) return asKnownValue(await holdValue(id, context));
  if (user.role !== 'user') await noteAct(db, context, 'value-added', KIND_NAMES[kind]);
  return asKnownValue(made);

  function instantFor(told: string | undefined, { user: { role } }: MemberContext): Date {
    return role === 'user' ? pressedAt(told, now) : toldInstant(told, now);
  }
}

/** Corrects or restores a value. */
export async function correctValue(
  id: string,
  wanted: CallOf<MeasureCalls['correct']>['body'],
  context: MemberContext,
): Promise<MeasureValue> {
  const { db, account, now } = context;
  const row = await holdValue(id, context);
  const present = asKnownValue(row);
  refuseStale(wanted.version, present);
  const { unit = present.unit, first = row.first, second = row.second } = wanted;
  refuseWrong({ kind: present.kind, unit, first, second });
  const measuredAt =
    wanted.measuredAt === undefined ? row.measuredAt : toldInstant(wanted.measuredAt, now);
  const date = localDate(measuredAt, await timezoneOf(db, account.id));
  const isPutBack = row.takenBackAt !== null && wanted.isTakenBack === false;
  const isSame = unit === row.unit && first === row.first && second === row.second;
  const isCorrected = !isSame || measuredAt.getTime() !== row.measuredAt.getTime();
  if (!isPutBack && !isCorrected) return present;
  if (isCorrected && date !== row.localDate) await refuseTooMany(date, context);
  const [changed] = await db
    .update(measureValues)
    .set({
      ...{ unit, first, second, measuredAt },
      ...(isCorrected ? { localDate: date, correctedBy: await callersName(context) } : {}),
      ...(isPutBack ? { takenBackAt: null } : {}),
      version: sql`${measureValues.version} + 1`,
    })
    .where(isOf(account.id, id))
    .returning();
  await noteAct(
    db,
    context,
    isPutBack ? 'value-put-back' : 'value-corrected',
    KIND_NAMES[present.kind],
  );
  return asKnownValue(changed ?? row);
}

/** Deletes a value; a repeated call changes nothing. */
export async function takeBackValue(id: string, context: MemberContext): Promise<MeasureValue> {
  const { db, account, user, now } = context;
  const row = await holdValue(id, context);
  if (row.takenBackAt !== null) return asKnownValue(row);
  const [changed] = await db
    .update(measureValues)
    .set({ takenBackAt: now, version: sql`${measureValues.version} + 1` })
    .where(isOf(account.id, id))
    .returning();
  const taken = asKnownValue(changed ?? row);
  if (user.role !== 'user') {
    await noteAct(db, context, 'value-taken-back', KIND_NAMES[taken.kind]);
  }
  return taken;
}

function isOf(accountId: string, id: string) {
  return and(eq(measureValues.accountId, accountId), eq(measureValues.id, id));
}

function refuseWrong(value: Value): void {
  const wrong = validateValue(value);
  if (Object.keys(wrong).length > 0) throw invalidInput(wrong);
}

/** Returns the time entered by an administrator; throws if it is in the future. */
function toldInstant(told: string | undefined, now: Date): Date {
  if (told === undefined) return now;
  const at = Date.parse(told);
  if (at > now.getTime() + CLOCKS_DIFFER_MS) throw measureRefusal('measured-in-future');
  return new Date(Math.min(at, now.getTime()));
}

async function refuseTooMany(date: string, { db, account }: MemberContext): Promise<void> {
  const isOfDay = eq(measureValues.localDate, date);
  const ofDay = await countBeforeAdding(db, measureValues, account.id, isOfDay);
  if (ofDay >= MAX_VALUES_PER_DAY) throw measureRefusal('measures-of-day-full');
  const all = await countBeforeAdding(db, measureValues, account.id);
  if (all >= MAX_VALUES) throw measureRefusal('measures-full');
}
