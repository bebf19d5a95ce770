import { and, desc, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { measureValues } from '#database/schema/measures.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { notFound } from '#platform/shared/refusals.ts';
import type { MeasureCalls, MeasureValue } from '../contract.ts';
import { MEASURE_KINDS, MEASURE_UNITS } from '../domain/kinds.ts';
import { isMeasuredIn } from '../domain/values.ts';
import type { Reading } from './who.ts';

export type ValueRow = typeof measureValues.$inferSelect;

const UNLESS_TOLD = 100;

/** Returns the values of the elders visible to the caller, newest first, without deleted ones. */
export async function listValues(
  filter: CallOf<MeasureCalls['list']>['query'],
  { db, account, user }: Reading,
): Promise<MeasureValue[]> {
  const { kind, from, to, before, limit = UNLESS_TOLD } = filter;
  const { localDate, userId, measuredAt, id } = measureValues;
  const rows = await db
    .select()
    .from(measureValues)
    .where(
      and(
        eq(measureValues.accountId, account.id),
        isNull(measureValues.takenBackAt),
        user.role === 'user' ? eq(userId, user.id) : undefined,
        filter.userId === undefined ? undefined : eq(userId, filter.userId),
        kind === undefined ? undefined : eq(measureValues.kind, kind),
        from === undefined ? undefined : gte(localDate, from),
        to === undefined ? undefined : lte(localDate, to),
        before === undefined ? undefined : olderThan(account.id, before),
      ),
    )
    .orderBy(desc(measuredAt), desc(id))
    .limit(limit);
  return rows.flatMap(asValue);
}

/**
 * Matches the values older than the value with the id `before`; none if the household has no such
 * value. The first condition lets PostgreSQL use the index.
 */
function olderThan(accountId: string, before: string): SQL {
  const { measuredAt, id } = measureValues;
  const last = sql`select l.measured_at, l.id from ${measureValues} l where l.id = ${before} and l.account_id = ${accountId}`;
  return sql`${measuredAt} <= (select m.measured_at from (${last}) m) and (${measuredAt}, ${id}) < (${last})`;
}

/**
 * Returns a value and locks its row until the transaction ends. Throws 404, also for an elder who
 * requests another elder's value.
 */
export async function holdValue(
  id: string,
  { db, account, user }: Pick<MemberContext, 'db' | 'account' | 'user'>,
): Promise<ValueRow> {
  const [row] = await db
    .select()
    .from(measureValues)
    .where(
      and(
        eq(measureValues.accountId, account.id),
        eq(measureValues.id, id),
        user.role === 'user' ? eq(measureValues.userId, user.id) : undefined,
      ),
    )
    .for('update');
  if (row === undefined) throw notFound();
  return row;
}

/** Skips kinds and units that this version does not know. */
export function asValue(row: ValueRow): MeasureValue[] {
  const kind = MEASURE_KINDS.find((known) => known === row.kind);
  const unit = MEASURE_UNITS.find((known) => known === row.unit);
  if (kind === undefined || unit === undefined || !isMeasuredIn(kind, unit)) return [];
  const { id, userId, first, second, personName, correctedBy, version } = row;
  return [
    {
      ...{ id, userId, kind, unit, first, second, personName, correctedBy, version },
      measuredAt: row.measuredAt.toISOString(),
      isTakenBack: row.takenBackAt !== null,
    },
  ];
}

/** Converts a row whose kind and unit are known to be valid. */
export function asKnownValue(row: ValueRow): MeasureValue {
  const [value] = asValue(row);
  if (value === undefined) throw notFound();
  return value;
}
