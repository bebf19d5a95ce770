import { createHash } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { careSweeps, doseAlerts, outbox, unsentAlerts } from '#database/schema/alerts.ts';
import { alerts, alertTellings } from '#database/schema/escalation.ts';
import { jobs } from '#database/schema/jobs.ts';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';

/**
 * Returns the rows written for these households, by household, with stable names in place of ids
 * and tokens.
 */
export async function outcomeOf(db: Db, accountIds: readonly string[]) {
  const all = [...accountIds];
  const logs = await db.select().from(medicationLogs).where(inArray(medicationLogs.accountId, all));
  const tellings = await db
    .select()
    .from(alertTellings)
    .where(inArray(alertTellings.accountId, all));
  const letters = await db.select().from(outbox).where(inArray(outbox.accountId, all));
  const tables = {
    logs,
    tellings,
    letters,
    attempts: await db
      .select()
      .from(medicationLogAttempts)
      .where(inArray(medicationLogAttempts.accountId, all)),
    noted: await db.select().from(doseAlerts).where(inArray(doseAlerts.accountId, all)),
    alerts: await db.select().from(alerts).where(inArray(alerts.accountId, all)),
    unsent: await db.select().from(unsentAlerts).where(inArray(unsentAlerts.accountId, all)),
    jobs: await db.select().from(jobs).where(inArray(jobs.accountId, all)),
    sweeps: await db.select().from(careSweeps).where(inArray(careSweeps.accountId, all)),
  };
  const names = new Map<string, string>();
  for (const log of logs) names.set(log.id, `log ${log.medicationId} ${log.localDate} ${log.time}`);
  for (const { id, accountId } of tables.alerts) {
    names.set(id, `alert of ${accountId}`);
    names.set(id.replaceAll('-', '').slice(0, 29), `topic of ${accountId}`);
  }
  for (const letter of letters) {
    names.set(letter.id, `letter to ${letter.recipient}`);
    const { takeOver } = letter.content as { takeOver?: string };
    if (takeOver === undefined) continue;
    const hash = createHash('sha256').update(takeOver).digest('hex');
    const own = tellings.find(({ tokenHash }) => tokenHash === hash);
    names.set(takeOver, `link of ${own?.userId} of ${own?.accountId}`);
    names.set(hash, `link of ${own?.userId} of ${own?.accountId}`);
  }
  return Object.fromEntries(
    accountIds.map((accountId) => [
      accountId,
      Object.fromEntries(
        Object.entries(tables).map(([name, rows]) => [
          name,
          rows
            .filter((row) => row.accountId === accountId)
            .map((row) => named(row, names))
            .sort(),
        ]),
      ),
    ]),
  );
}

/** Returns a row as text, with each random value replaced by a stable name. */
function named(row: object, names: ReadonlyMap<string, string>): string {
  const { number: _, ...rest } = row as { number?: number };
  if ('told' in rest && Array.isArray(rest.told)) rest.told.sort();
  if ('medicationLogId' in rest && 'id' in rest) rest.id = 'of an attempt';
  // The token of an email that was not sent is unknown, so its hash has no stable name and is
  // replaced.
  const text = JSON.stringify(rest, (key, value) =>
    key === 'tokenHash' && !names.has(value) ? 'a link' : value,
  );
  return [...names].reduce((said, [id, name]) => said.replaceAll(id, name), text);
}
