import { and, eq, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { rowExists } from '#database/row-exists.ts';
import { logins, users } from '#database/schema/households.ts';
import { NO_REQUEST, noteAudit } from '#features/audit/server.ts';
import { canMailLinks, type MailParts } from '#platform/server/outbound/mail.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { takeLoginAway } from './logins.ts';

/** The context of a request for an email. */
export interface Asking {
  readonly mail: MailParts;
  readonly now: Date;
  /** The household that requests it; undefined for a new one. */
  readonly accountId?: string;
  /** True if the caller read an email that was sent to this address. */
  readonly isProven?: boolean;
}

/** True if an email belongs to a person, and was not merely typed in by another household. */
export function isHeld(db: Db, email: string, asking: Asking): Promise<boolean> {
  return rowExists(db, logins, and(eq(logins.email, email), isHeldFirmly(db, asking)));
}

/**
 * Removes an email that another household typed in and whose owner never used it there. Returns
 * false if there is none.
 */
export async function freeEmail(db: Db, email: string, asking: Asking): Promise<boolean> {
  const [free] = await db
    .select({ id: logins.id })
    .from(logins)
    .where(and(eq(logins.email, email), sql`not (${isHeldFirmly(db, asking)})`))
    .for('update');
  if (free === undefined) return false;
  return (await releaseLogin(db, free.id, asking.now)) !== undefined;
}

/**
 * Removes email and password from the person of a login with one household. Returns the household;
 * its audit log does not name the caller, who belongs to another one.
 */
export async function releaseLogin(db: Db, loginId: string, now: Date) {
  const [released] = await takeLoginAway(db, loginId);
  if (released === undefined) return undefined;
  const { accountId, firstName, lastName } = released;
  const subject = fullName({ firstName, lastName });
  await noteAudit(
    db,
    { now, request: NO_REQUEST },
    { accountId, action: 'email-released', subject },
  );
  return accountId;
}

/**
 * True for an email that is confirmed, was used for a sign-in, or belongs to the same household. An
 * elder's sign-in counts only against callers who have not confirmed the email, because the family
 * chooses an elder's email. Without mail no email can be confirmed, so each one counts.
 */
function isHeldFirmly(db: Db, { mail, accountId, isProven = false }: Asking): SQL {
  if (!canMailLinks(mail)) return sql`true`;
  const isLoginOf = (people: SQL) =>
    inArray(logins.id, db.select({ id: users.loginId }).from(users).where(people));
  const own = accountId === undefined ? [] : [isLoginOf(eq(users.accountId, accountId))];
  const isUsed = isNotNull(logins.signedInAt);
  const firmly = or(
    isNotNull(logins.emailProvenAt),
    isProven ? and(isUsed, not(isLoginOf(eq(users.role, 'user')))) : isUsed,
    ...own,
  );
  return firmly ?? sql`true`;
}
