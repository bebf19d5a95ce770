import { and, asc, eq, lte, notInArray } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { careSweeps } from '#database/schema/alerts.ts';
import type { Round, RoundParts } from '#kit/server/feature.ts';
import { settle } from './settle.ts';

/** Households of one look at the table. */
const BATCH = 100;

/** Marks doses overdue and missed, by itself, and alerts the administrators. */
export const careRound: Round = { name: 'care', everyMs: 20_000, run: sweepAll };

/**
 * Sweeps the households whose time has come. Several processes share the work: a household that
 * another one holds is passed over, and one that fails keeps no other from its turn.
 */
async function sweepAll(parts: RoundParts): Promise<void> {
  const now = parts.now();
  const seen: string[] = [];
  for (;;) {
    const due = await parts.database.asSystem((db) => dueNow(db, now, seen));
    for (const accountId of due) {
      seen.push(accountId);
      await sweepHousehold(parts, accountId, now).catch((error: unknown) => {
        parts.log.error({ err: error }, 'the doses of a household could not be settled');
      });
    }
    if (due.length < BATCH) return;
  }
}

async function dueNow(db: Db, now: Date, seen: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ accountId: careSweeps.accountId })
    .from(careSweeps)
    .where(
      and(
        lte(careSweeps.nextAt, now),
        seen.length === 0 ? undefined : notInArray(careSweeps.accountId, [...seen]),
      ),
    )
    .orderBy(asc(careSweeps.nextAt))
    .limit(BATCH);
  return rows.map(({ accountId }) => accountId);
}

async function sweepHousehold(parts: RoundParts, accountId: string, now: Date): Promise<void> {
  const { database, staleness } = parts;
  let older = 0;
  for (;;) {
    const settled = await database.inHousehold(accountId, async (db) => {
      const from = await hold(db, accountId, now);
      if (from === undefined) return undefined;
      const done = await settle(db, accountId, from, { now, older });
      if (done.missed > 0) await staleness.announce(db, accountId, { answers: 'medication-logs' });
      return done;
    });
    if (settled !== undefined && settled.missed > 0)
      staleness.applyHere(accountId, { answers: 'medication-logs' });
    if (settled === undefined || settled.until >= now) return;
    older = settled.older;
  }
}

/** Until when the household is settled, if its time has come and no other process is at it. */
async function hold(db: Db, accountId: string, now: Date): Promise<Date | undefined> {
  const [row] = await db
    .select({ sweptUntil: careSweeps.sweptUntil })
    .from(careSweeps)
    .where(and(eq(careSweeps.accountId, accountId), lte(careSweeps.nextAt, now)))
    .for('update', { skipLocked: true });
  return row?.sweptUntil;
}
