import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { rowExists } from '#database/row-exists.ts';
import { bin } from '#database/schema/bin.ts';
import { requireRecentSignIn } from '#features/sessions/server.ts';
import type { CallerContext } from '#platform/server/feature.ts';
import { binRefusal } from '../refusals.ts';
import { type BinRow, holdIds } from './bin-rows.ts';
import type { Binnable } from './binnable.ts';
import { erase } from './erase.ts';

type OnErased = (db: Db, things: readonly Pick<BinRow, 'id' | 'kind' | 'name'>[]) => Promise<void>;

/**
 * Erases the things with these ids, or everything in the bin, and returns their number. Only a
 * super_admin with a recent sign-in erases people. An administrator who chooses a person is refused;
 * when an administrator empties the bin, the people stay.
 */
export async function eraseChosen(
  kinds: readonly Binnable[],
  ids: readonly string[] | undefined,
  context: CallerContext,
  onErased: OnErased,
): Promise<number> {
  const { account, user, database, change } = context;
  const isAboutPeople = await database.inHousehold(account.id, (db) =>
    rowExists(
      db,
      bin,
      and(eq(bin.accountId, account.id), eq(bin.kind, 'person'), ids && inArray(bin.id, [...ids])),
    ),
  );
  const erasesPeople = isAboutPeople && user.role === 'super_admin';
  if (erasesPeople) await requireRecentSignIn(undefined, context);
  else if (isAboutPeople && ids !== undefined) throw binRefusal('people-stay');
  return change(account.id, async (db, changed) => {
    const held = await holdIds(db, account.id, ids);
    // People are left out here too, because one may have been deleted after the check above.
    const things = held.filter(({ kind }) => erasesPeople || kind !== 'person');
    if (things.length === 0) return 0;
    changed({ answers: 'bin' });
    await erase(
      db,
      account.id,
      things.map(({ id }) => id),
      kinds,
    );
    await onErased(db, things);
    return things.length;
  });
}
