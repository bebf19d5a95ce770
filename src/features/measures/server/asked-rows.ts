import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { askedMeasures, measureValues } from '#database/schema/measures.ts';
import { noteAct } from '#features/audit/server.ts';
import type { MemberContext } from '#kit/server/feature.ts';
import { refuseStale } from '#kit/server/versions.ts';
import type { CallOf } from '#kit/shared/endpoint.ts';
import type { AskedMeasures, MeasureCalls } from '../contract.ts';
import { GLUCOSE_UNITS, MEASURE_KINDS, WEIGHT_UNITS } from '../kinds.ts';
import { KIND_NAMES } from '../measure-messages.ts';
import { asValue } from './value-rows.ts';
import { elderOf } from './who.ts';

/** Returns the chosen kinds of the elders visible to the caller, each with its newest value. */
export async function askedOf(
  { db, account, user }: MemberContext,
  userId?: string,
): Promise<AskedMeasures[]> {
  const only = userId ?? (user.role === 'user' ? user.id : undefined);
  const rows = await db
    .select()
    .from(askedMeasures)
    .where(
      and(
        eq(askedMeasures.accountId, account.id),
        only === undefined ? undefined : eq(askedMeasures.userId, only),
      ),
    )
    .orderBy(asc(askedMeasures.userId));
  if (rows.length === 0) return [];
  // One index lookup per kind, independent of the number of values.
  const newest = sql`(
    select (
      select v.id from ${measureValues} v
      where v.account_id = ${account.id} and v.user_id = a.user_id and v.kind = k.kind
        and v.taken_back_at is null
      order by v.measured_at desc, v.id desc limit 1
    )
    from ${askedMeasures} a cross join unnest(a.kinds) as k(kind)
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

export async function ask(
  userId: string,
  { version, ...choice }: CallOf<MeasureCalls['ask']>['body'],
  context: MemberContext,
): Promise<AskedMeasures> {
  const { db, account } = context;
  const elder = await elderOf(context, userId);
  // Row lock, so that a concurrent change sees the new version.
  await db
    .select({ userId: askedMeasures.userId })
    .from(askedMeasures)
    .where(and(eq(askedMeasures.accountId, account.id), eq(askedMeasures.userId, userId)))
    .for('update');
  const [present] = await askedOf(context, userId);
  if (present) refuseStale(version, present);
  await db
    .insert(askedMeasures)
    .values({ ...choice, userId, accountId: account.id })
    .onConflictDoUpdate({
      target: [askedMeasures.userId, askedMeasures.accountId],
      set: { ...choice, version: sql`${askedMeasures.version} + 1` },
    });
  const names = choice.kinds.map((kind) => KIND_NAMES[kind].toLowerCase()).join(', ');
  await noteAct(db, context, 'measures-asked', `${elder.name}: ${names || 'nothing'}`);
  const [chosen] = await askedOf(context, userId);
  if (chosen === undefined) throw new Error('What was chosen a moment ago is not there.');
  return chosen;
}

/** Kinds and units of a later version are ignored. */
function choiceOf(
  row: typeof askedMeasures.$inferSelect,
): Pick<AskedMeasures, 'kinds' | 'weightUnit' | 'glucoseUnit'> {
  return {
    kinds: MEASURE_KINDS.filter((kind) => row.kinds.includes(kind)),
    weightUnit: WEIGHT_UNITS.find((unit) => unit === row.weightUnit) ?? 'kg',
    glucoseUnit: GLUCOSE_UNITS.find((unit) => unit === row.glucoseUnit) ?? 'mg/dL',
  };
}
