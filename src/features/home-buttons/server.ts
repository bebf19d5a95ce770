import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { renumber } from '#database/renumber.ts';
import { homeButtons } from '#database/schema/home.ts';
import { noteMany } from '#features/audit/server.ts';
import { feature } from '#platform/server/feature.ts';
import { isSameSet, moved } from '#platform/shared/ordering.ts';
import { listChanged, notFound } from '#platform/shared/refusals.ts';
import { homeButtonCalls } from './contract.ts';
import { DEFAULT_BUTTONS } from './domain/defaults.ts';

export { homeButtonsInArchive } from './server/portable.ts';

export const homeButtonsFeature = feature(homeButtonCalls, {
  list: (_call, { db, account }) => buttonsOf(db, account.id),

  async update({ params, body }, context) {
    const { db, account } = context;
    const { order, ...changes } = body;
    const present = await lockedIds(db, account.id);
    if (!present.includes(params.id)) throw notFound();
    if (Object.keys(changes).length > 0) {
      await db
        .update(homeButtons)
        .set(changes)
        .where(and(eq(homeButtons.accountId, account.id), eq(homeButtons.id, params.id)));
    }
    if (order !== undefined) {
      await renumber(
        db,
        homeButtons,
        eq(homeButtons.accountId, account.id),
        moved(present, params.id, order),
      );
    }
    const changed = (await buttonsOf(db, account.id)).find(({ id }) => id === params.id);
    if (changed === undefined) throw notFound();
    await noteMany(db, context, 'buttons-changed', () => changed.label);
    return changed;
  },

  async reorder({ body }, context) {
    const { db, account } = context;
    if (!isSameSet(body.ids, await lockedIds(db, account.id))) {
      throw listChanged();
    }
    await renumber(db, homeButtons, eq(homeButtons.accountId, account.id), body.ids);
    await noteMany(db, context, 'buttons-changed', () => 'Order');
    return buttonsOf(db, account.id);
  },
});

/** Returns all buttons of a household by position, including hidden ones. */
export function buttonsOf(db: Db, accountId: string) {
  return db
    .select()
    .from(homeButtons)
    .where(eq(homeButtons.accountId, accountId))
    .orderBy(asc(homeButtons.order));
}

/** Returns the ids by position and locks the rows, so that concurrent moves are serialized. */
async function lockedIds(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .select({ id: homeButtons.id, order: homeButtons.order })
    .from(homeButtons)
    .where(eq(homeButtons.accountId, accountId))
    .orderBy(asc(homeButtons.id))
    .for('update');
  return rows.sort((one, other) => one.order - other.order).map(({ id }) => id);
}

export async function addDefaultButtons(db: Db, accountId: string): Promise<void> {
  const rows = DEFAULT_BUTTONS.map((button) => ({ ...button, id: randomUUID(), accountId }));
  await db.insert(homeButtons).values(rows);
}
