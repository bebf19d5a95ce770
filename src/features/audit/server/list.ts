import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { settings } from '#database/schema/home.ts';
import type { CallOf } from '#kit/shared/endpoint.ts';
import { addDays, instantOf } from '#kit/shared/zoned-time.ts';
import { isAuditAction } from '../actions.ts';
import type { AuditCalls, AuditEntry } from '../contract.ts';

const ENTRIES_UNLESS_TOLD = 100;

/** Dates outside of these are as good as no bound, and PostgreSQL does not know all of them. */
const FIRST_DATE = '1970-01-01';
const LAST_DATE = '9998-12-31';

/** The newest entries of a household that are wanted, or those before one that is told. */
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

/** Of more months than that the newest page is looked for in all parts. */
const MOST_MONTHS = 12;

/**
 * The newest rows, of parts by month: of this month and the one before, then, if these have fewer than
 * `most`, of as many as should have them, or of all. Else each part would be opened for its newest row.
 */
async function newestFirst<Row>(
  most: number,
  newest: Date,
  read: (since: Date | undefined) => Promise<Row[]>,
): Promise<Row[]> {
  let months = 2;
  while (months <= MOST_MONTHS) {
    const since = Date.UTC(newest.getUTCFullYear(), newest.getUTCMonth() - months + 1);
    const rows = await read(new Date(since));
    if (rows.length === most) return rows;
    // Half as many more than it should take.
    months = Math.ceil((1.5 * months * most) / rows.length);
  }
  return read(undefined);
}

/** The first instant of a local day of the household, and the first that is after another. */
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

/** Undefined when there is no such entry in this household. */
async function entryOf(db: Db, accountId: string, id: string) {
  const [entry] = await db
    .select({ id: auditEntries.id, at: auditEntries.at })
    .from(auditEntries)
    .where(and(eq(auditEntries.accountId, accountId), eq(auditEntries.id, id)));
  return entry;
}

/** Older than that entry, by its own instant to the microsecond; the millisecond leaves later parts out. */
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

/** An action that this version does not know is not shown. */
function asEntry(row: typeof auditEntries.$inferSelect): AuditEntry[] {
  const { action } = row;
  return isAuditAction(action) ? [{ ...row, action, at: row.at.toISOString() }] : [];
}
