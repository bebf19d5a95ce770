import { findPerson } from '#features/sessions/server.ts';
import type { MemberContext } from '#kit/server/feature.ts';
import { fullName } from '#kit/shared/full-name.ts';
import { notThere } from '#kit/shared/refusals.ts';

/** For whom something is read. */
export type Reading = Pick<MemberContext, 'db' | 'account' | 'user'>;

/** The elder of that id, of whom whoever calls may know. Throws 404: an elder knows of nobody else. */
export async function elderOf(
  { db, account, user }: Reading,
  id: string,
): Promise<{ id: string; name: string }> {
  if (user.role === 'user' && user.id !== id) throw notThere();
  const found = await findPerson(db, account.id, id);
  if (found?.role !== 'user') throw notThere();
  return { id, name: fullName(found) };
}

/** What whoever calls is called now. */
export async function callersName({ db, account, user }: Reading) {
  const found = await findPerson(db, account.id, user.id);
  // Deleted meanwhile.
  if (found === undefined) throw notThere();
  return fullName(found);
}
