import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { bin } from '#database/schema/bin.ts';
import { releaseBinned } from '#features/pictures/server.ts';
import type { JobContext } from '#platform/server/feature.ts';
import { byPages } from '#platform/server/jobs/work-items.ts';
import { goneBefore, removeBinned } from './bin-rows.ts';
import type { Binnable } from './binnable.ts';

/** Maximum number of items per transaction, so that other requests wait only briefly. */
const AT_ONCE = 500;

/** Erases items with the items they contain; the next file sweep deletes their files. */
export async function erase(
  db: Db,
  accountId: string,
  ids: readonly string[],
  kinds: readonly Binnable[],
): Promise<void> {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const gone = await removeBinned(db, accountId, some);
    await releaseBinned(
      db,
      accountId,
      gone.flatMap(({ files }) => files),
    );
    for (const { kinds: own, erase: ofKind } of kinds) {
      const its = gone.filter(({ kind }) => own.some((each) => each === kind));
      if (its.length === 0) continue;
      await ofKind?.(
        db,
        accountId,
        its.map(({ id }) => id),
      );
    }
  }
}

/** Erases items that were deleted 30 days ago, household by household, in short transactions. */
export async function eraseOld(
  { database, change, each, now }: JobContext,
  kinds: readonly Binnable[],
): Promise<void> {
  const until = goneBefore(now());
  const households = byPages<{ accountId: string }>(AT_ONCE, (after) =>
    database.asSystem((db) =>
      db
        .selectDistinct({ accountId: bin.accountId })
        .from(bin)
        .where(
          and(lte(bin.deletedAt, until), after && sql`${bin.accountId} > ${after.accountId}::uuid`),
        )
        .orderBy(asc(bin.accountId))
        .limit(AT_ONCE),
    ),
  );
  const pieceOf = ({ accountId }: { accountId: string }) => ({ key: accountId, accountId });
  await each(households, pieceOf, async ({ accountId }) => {
    let erased: number;
    do {
      erased = await change(accountId, async (db, changed) => {
        // Contained items are erased before their container, so that each transaction is small.
        const old = await db
          .select({ id: bin.id })
          .from(bin)
          .where(and(eq(bin.accountId, accountId), lte(bin.deletedAt, until)))
          .orderBy(sql`${bin.within} is null`, asc(bin.id))
          .limit(AT_ONCE)
          .for('update');
        if (old.length === 0) return 0;
        changed({ answers: 'bin' });
        await erase(
          db,
          accountId,
          old.map(({ id }) => id),
          kinds,
        );
        return old.length;
      });
    } while (erased === AT_ONCE);
  });
}
