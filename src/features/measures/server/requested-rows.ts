import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { measureValues, requestedMeasures } from '#database/schema/measures.ts';
import { noteAct } from '#features/audit/server.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { refuseStale } from '#platform/server/versions.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import type { MeasureCalls, RequestedMeasures } from '../contract.ts';
import { GLUCOSE_UNITS, MEASURE_KINDS, WEIGHT_UNITS } from '../domain/kinds.ts';
import { KIND_NAMES } from '../domain/measure-messages.ts';
import { asValue } from './value-rows.ts';
import { elderOf } from './who.ts';

/** Returns the chosen kinds of the elders visible to the caller, each with its newest value. */
export async function listRequested(
  { db, account, user }: MemberContext,
  userId?: string,
): Promise<RequestedMeasures[]> {
  const only = userId ?? (user.role === 'user' ? user.id : undefined);
  const rows = await db
    .select()
    .from(requestedMeasures)
    .where(
      and(
        eq(requestedMeasures.accountId, account.id),
        only === undefined ? undefined : eq(requestedMeasures.userId, only),
      ),
    )
    .orderBy(asc(requestedMeasures.userId));
  if (rows.length === 0) return [];
  // One index lookup per kind, independent of the number of values.
  const newest = sql`(
    select (
      select v.id from ${measureValues} v
      where v.account_id = ${account.id} and v.user_id = a.user_id and v.kind = k.kind
        and v.taken_back_at is null
      order by v.measured_at desc, v.id desc limit 1
    )
    from ${requestedMeasures} a cross join unnest(a.kinds) as k(kind)
    where a.account_id = ${account.id}
  )`;
  const userIds = rows.map((row) => row.userId);
  const latest = await db
    .select()
    .from(measureValues)
    .where(
      and(
        eq(measureValues.accountId, account.id),
        inArray(measureValues.userId, userIds),
        sql`${measureValues.id} in ${newest}`,
      ),
    );
  return rows.map((row) => ({
    ...{ userId: row.userId, version: row.version },
    ...choiceOf(row),
    latest: latest.flatMap((value) => (value.userId === row.userId ? asValue(value) : [])),
  }));
}

export async function requestMeasures(
  userId: string,
  { version, ...choice }: CallOf<MeasureCalls['ask']>['body'],
  context: MemberContext,
): Promise<RequestedMeasures> {
  const { db, account } = context;
  const elder = await elderOf(context, userId);
  // Locks the row, so that a concurrent change sees the new version.
  await db
    .select({ userId: requestedMeasures.userId })
    .from(requestedMeasures)
    .where(and(eq(requestedMeasures.accountId, account.id), eq(requestedMeasures.userId, userId)))
    .for('update');
  const [present] = await listRequested(context, userId);
  if (present) refuseStale(version, present);
  await db
    .insert(requestedMeasures)
    .values({ ...choice, userId, accountId: account.id })
    .onConflictDoUpdate({
      target: [requestedMeasures.userId, requestedMeasures.accountId],
      set: { ...choice, version: sql`${requestedMeasures.version} + 1` },
    });
  const names = choice.kinds.map((kind) => KIND_NAMES[kind].toLowerCase()).join(', ');
  await noteAct(db, context, 'measures-asked', `${elder.name}: ${names || 'nothing'}`);
  const [chosen] = await listRequested(context, userId);
  if (chosen === undefined) throw new Error('What was chosen a moment ago is not there.');
  return chosen;
}

/** Kinds and units of a later version are ignored. */
function choiceOf(
  row: typeof requestedMeasures.$inferSelect,
): Pick<RequestedMeasures, 'kinds' | 'weightUnit' | 'glucoseUnit'> {
  return {
    kinds: MEASURE_KINDS.filter((kind) => row.kinds.includes(kind)),
    weightUnit: WEIGHT_UNITS.find((unit) => unit === row.weightUnit) ?? 'kg',
    glucoseUnit: GLUCOSE_UNITS.find((unit) => unit === row.glucoseUnit) ?? 'mg/dL',
  };
}
