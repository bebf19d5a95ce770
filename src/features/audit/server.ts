import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { settings } from '#database/schema/home.ts';
import { feature } from '#kit/server/feature.ts';
import { addDays, instantOf } from '#kit/shared/zoned-time.ts';
import { AUDIT_ACTIONS, type AuditEntry, auditCalls } from './contract.ts';

export { NO_REQUEST, noteAct, noteAudit, noteEverywhere, noteMany } from './server/note.ts';
export { auditInArchive } from './server/portable.ts';

const ENTRIES_UNLESS_TOLD = 100;

/** Dates outside of these are as good as no bound, and PostgreSQL does not know all of them. */
const FIRST_DATE = '1970-01-01';
const LAST_DATE = '9998-12-31';

export const auditFeature = feature(auditCalls, {
  async list({ query }, { db, account }) {
    const { action, userId, before, limit = ENTRIES_UNLESS_TOLD } = query;
    const rows = await db
      .select()
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.accountId, account.id),
          await between(db, account.id, query.from, query.to),
          action === undefined ? undefined : eq(auditEntries.action, action),
          userId === undefined ? undefined : eq(auditEntries.userId, userId),
          before === undefined ? undefined : olderThan(account.id, before),
        ),
      )
      .orderBy(desc(auditEntries.at), desc(auditEntries.id))
      .limit(limit);
    return rows.flatMap(asEntry);
  },
});

/** From the first instant of a local day of the household to the last of another. */
async function between(
  db: Db,
  accountId: string,
  from: string | undefined,
  to: string | undefined,
): Promise<SQL | undefined> {
  if (from === undefined && to === undefined) return undefined;
  const [household] = await db
    .select({ timezone: settings.timezone })
    .from(settings)
    .where(eq(settings.accountId, accountId));
  const midnight = (date: string) => instantOf(date, '00:00', household?.timezone ?? 'UTC');
  return and(
    from === undefined ? undefined : gte(auditEntries.at, midnight(bounded(from))),
    to === undefined ? undefined : lt(auditEntries.at, midnight(addDays(bounded(to), 1))),
  );
}

function bounded(date: string): string {
  if (date < FIRST_DATE) return FIRST_DATE;
  return date > LAST_DATE ? LAST_DATE : date;
}

/** Nothing when there is no such entry in this household. The first half is for the index. */
function olderThan(accountId: string, id: string): SQL {
  const last = sql`select l.at, l.id from ${auditEntries} l where l.id = ${id} and l.account_id = ${accountId}`;
  return sql`${auditEntries.at} <= (select m.at from (${last}) m) and (${auditEntries.at}, ${auditEntries.id}) < (${last})`;
}

/** An action that this version does not know is not shown. */
function asEntry(row: typeof auditEntries.$inferSelect): AuditEntry[] {
  const action = AUDIT_ACTIONS.find((known) => known === row.action);
  return action === undefined ? [] : [{ ...row, action, at: row.at.toISOString() }];
}
