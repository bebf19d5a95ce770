import { and, count, gt, isNotNull, isNull, lte, min } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { careSweeps, outbox } from '#database/schema/alerts.ts';
import { DAY_MS } from '#platform/shared/durations.ts';

/** State of reminders and alerts on the whole server, without data of a household. */
export interface CareState {
  /** Number of households whose next check is due. */
  readonly due: number;
  /** Due time of the check that has been due for the longest time; null if none is due. */
  readonly oldestDue: Date | null;
  /** Messages of the last day that could not be sent, by kind. */
  readonly unsent: readonly { readonly kind: string; readonly all: number }[];
}

export async function readCareState(db: Db, now: Date): Promise<CareState> {
  const [due] = await db
    .select({ all: count(), oldest: min(careSweeps.nextAt) })
    .from(careSweeps)
    .where(lte(careSweeps.nextAt, now));
  const yesterday = new Date(now.getTime() - DAY_MS);
  const unsent = await db
    .select({ kind: outbox.kind, all: count() })
    .from(outbox)
    .where(and(gt(outbox.createdAt, yesterday), isNull(outbox.sentAt), isNotNull(outbox.failure)))
    .groupBy(outbox.kind);
  return { due: due?.all ?? 0, oldestDue: due?.oldest ?? null, unsent };
}
