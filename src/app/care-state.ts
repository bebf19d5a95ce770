import { and, count, gt, isNotNull, isNull, lte, min } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { careSweeps, outbox } from '#database/schema/alerts.ts';
import { DAY_MS } from '#kit/shared/durations.ts';

/** How it is on the whole server with what rings and tells: nothing in it is of any one household. */
export interface CareState {
  /** Households of which a dose is to be settled now. */
  readonly due: number;
  /** Since when the oldest of these doses waits. */
  readonly oldestDue: Date | null;
  /** Letters and notifications of the last day that did not leave, by kind. */
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
