import { findPerson } from '#features/sessions/server.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { notFound } from '#platform/shared/refusals.ts';

/** The caller of a read. */
export type Reading = Pick<MemberContext, 'db' | 'account' | 'user'>;

/** Returns an elder who is visible to the caller. Throws 404; an elder sees only themselves. */
export async function elderOf(
  { db, account, user }: Reading,
  id: string,
): Promise<{ id: string; name: string }> {
  if (user.role === 'user' && user.id !== id) throw notFound();
  const found = await findPerson(db, account.id, id);
  if (found?.role !== 'user') throw notFound();
  return { id, name: fullName(found) };
}

/** Returns the caller's current name. */
export async function callersName({ db, account, user }: Reading) {
  const found = await findPerson(db, account.id, user.id);
  // Without a row, the caller was deleted after the request was authenticated.
  if (found === undefined) throw notFound();
  return fullName(found);
}
