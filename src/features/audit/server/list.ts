import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { settings } from '#database/schema/home.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { addDays, instantOf } from '#platform/shared/zoned-time.ts';
import type { AuditCalls, AuditEntry } from '../contract.ts';
import { isAuditAction } from '../domain/actions.ts';

const ENTRIES_UNLESS_TOLD = 100;

/**
 * Dates outside this range are equivalent to no bound, and PostgreSQL does not support all of them.
 */
const FIRST_DATE = '1970-01-01';
const LAST_DATE = '9998-12-31';

/** Returns the newest matching entries of a household, or those before a cursor. */
export async function listEntries(
  db: Db,
  accountId: string,
  {
    action,
    userId,
    from,
    to,
    before,
    limit = ENTRIES_UNLESS_TOLD,
  }: CallOf<AuditCalls['list']>['query'],
  now: Date,
): Promise<AuditEntry[]> {
  const { since, until } = await between(db, accountId, from, to);
  const last = before === undefined ? undefined : await entryOf(db, accountId, before);
  if (before !== undefined && last === undefined) return [];
  const isWanted = and(
    eq(auditEntries.accountId, accountId),
    since && gte(auditEntries.at, since),
    until && lt(auditEntries.at, until),
    action === undefined ? undefined : eq(auditEntries.action, action),
    userId === undefined ? undefined : eq(auditEntries.userId, userId),
    last && olderThan(accountId, last),
  );
  const newest = last?.at ?? (until && until < now ? until : now);
  const rows = await newestFirst(limit, newest, (month) =>
    db
      .select()
      .from(auditEntries)
      .where(and(isWanted, month && gte(auditEntries.at, month)))
      .orderBy(desc(auditEntries.at), desc(auditEntries.id))
      .limit(limit),
  );
  return rows.flatMap(asEntry);
}

/** Beyond this number of months all partitions are searched. */
const MAX_MONTHS = 12;

/**
 * Reads the newest rows from monthly partitions: first from this month and the one before; if they
 * have fewer than `most`, from an estimated number of months, finally from all. A single query
 * would open each partition.
 */
async function newestFirst<Row>(
  most: number,
  newest: Date,
  read: (since: Date | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  let months = 2;
  while (months <= MAX_MONTHS) {
    const since = Date.UTC(newest.getUTCFullYear(), newest.getUTCMonth() - months + 1);
    const rows = await read(new Date(since));
    if (rows.length === most) return rows;
    // Adds a margin of half to the estimate.
    months = Math.ceil((1.5 * months * most) / rows.length);
  }
  return read(undefined);
}

/**
 * Converts local dates of the household to instants: start of `from`, and end of `to` (exclusive).
 */
async function between(
  db: Db,
  accountId: string,
  from: string | undefined,
  to: string | undefined,
): Promise<{ since?: Date | undefined; until?: Date | undefined }> {
  if (from === undefined && to === undefined) return {};
  const [household] = await db
    .select({ timezone: settings.timezone })
    .from(settings)
    .where(eq(settings.accountId, accountId));
  const midnight = (date: string) => instantOf(date, '00:00', household?.timezone ?? 'UTC');
  return {
    since: from === undefined ? undefined : midnight(bounded(from)),
    until: to === undefined ? undefined : midnight(addDays(bounded(to), 1)),
  };
}

function bounded(date: string): string {
  if (date < FIRST_DATE) return FIRST_DATE;
  return date > LAST_DATE ? LAST_DATE : date;
}

async function entryOf(db: Db, accountId: string, id: string) {
  const [entry] = await db
    .select({ id: auditEntries.id, at: auditEntries.at })
    .from(auditEntries)
    .where(and(eq(auditEntries.accountId, accountId), eq(auditEntries.id, id)));
  return entry;
}

/**
 * Matches entries before the cursor. The subquery compares the stored microseconds, which
 * JavaScript dates lack; the bound in milliseconds lets PostgreSQL prune partitions.
 */
function olderThan(accountId: string, { id, at }: { id: string; at: Date }): SQL | undefined {
  const nextMillisecond = new Date(at.getTime() + 1);
  const last = sql`select l.at, l.id from ${auditEntries} l
    where l.account_id = ${accountId} and l.id = ${id} and l.at >= ${at.toISOString()}
      and l.at < ${nextMillisecond.toISOString()}`;
  return and(
    lt(auditEntries.at, nextMillisecond),
    sql`(${auditEntries.at}, ${auditEntries.id}) < (${last})`,
  );
}

/** Drops actions that this version does not know. */
function asEntry(row: typeof auditEntries.$inferSelect): AuditEntry[] {
  const { action } = row;
  return isAuditAction(action) ? [{ ...row, action, at: row.at.toISOString() }] : [];
}
