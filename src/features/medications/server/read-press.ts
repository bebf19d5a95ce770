import type { MemberContext } from '#platform/server/feature.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { readForPress } from './press-statements.ts';

/**
 * Reads the data needed to check a press: the medication as of `at` (null if there is none), the
 * household's time zone, and the name of the person.
 */
export async function readPress(
  { medicationId }: { readonly medicationId: string },
  at: Date,
  context: MemberContext,
) {
  const { db, account, user } = context;
  const [read] = await readForPress(db, {
    ...{ accountId: account.id, userId: user.id, ownOnly: user.role === 'user' },
    ...{ medicationId, at },
  });
  // Without a row, the person was deleted after the request was authenticated.
  if (read === undefined) throw notFound();
  const { timezone, firstName, lastName, ...found } = read;
  const personName = fullName({ firstName, lastName });
  return { ...found, timezone: timezone ?? 'UTC', personName };
}
