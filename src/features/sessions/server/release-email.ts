import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { passwordResets } from '#database/schema/access.ts';
import { users } from '#database/schema/households.ts';
import type { Context } from '#platform/server/feature.ts';
import { sessionRefusal } from '../refusals.ts';
import { releaseLogin } from './held-emails.ts';
import { hashOf } from './session-rows.ts';
import { countWrongLinks } from './throttles.ts';

const RESET_LINK = { kind: 'reset', wrongCode: 'invalid-reset-link' } as const;

/** Returns what the link for a new password permits. The link remains valid. */
export function readResetLink(token: string, context: Context) {
  return countWrongLinks(context, RESET_LINK, async () => {
    const link = await context.database.asSystem((db) => findLink(db, token, context.now));
    return { canReleaseEmail: link.canReleaseEmail };
  });
}

/**
 * Removes the email from an elder of another household, for the person who read the email. They can
 * then register or accept an invitation with it.
 */
export function releaseEmail(token: string, context: Context): Promise<void> {
  return countWrongLinks(context, RESET_LINK, () =>
    context.changeAsSystem(async (db, changed) => {
      const { loginId, canReleaseEmail } = await findLink(db, token, context.now);
      if (loginId === null || !canReleaseEmail) throw sessionRefusal('invalid-reset-link');
      const accountId = await releaseLogin(db, loginId, context.now);
      if (accountId !== undefined) changed(accountId, { answers: 'users' });
    }),
  );
}

/**
 * Returns the valid link of a token. It must have been emailed, because only then it proves who
 * owns the email. It must belong to an elder, because only elders cannot leave a household or
 * change their email themselves.
 */
async function findLink(db: Db, token: string, now: Date) {
  const [link] = await db
    .select({
      loginId: users.loginId,
      role: users.role,
      email: users.email,
      mailedTo: passwordResets.mailedTo,
    })
    .from(passwordResets)
    .innerJoin(
      users,
      isRow(users, { id: passwordResets.userId, accountId: passwordResets.accountId }),
    )
    .where(and(eq(passwordResets.tokenHash, hashOf(token)), gt(passwordResets.expiresAt, now)));
  if (link === undefined) throw sessionRefusal('invalid-reset-link');
  const canReleaseEmail = link.role === 'user' && link.mailedTo === link.email;
  return { loginId: link.loginId, canReleaseEmail };
}
