import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Db } from '#database/connect.ts';
import { isThere } from '#database/is-there.ts';
import { logins, users } from '#database/schema/households.ts';
import { NO_REQUEST, noteAudit } from '#features/audit/server.ts';
import { takeLoginAway } from '#features/sessions/server.ts';
import type { MailParts } from '#kit/server/outbound/mail.ts';
import { fullName } from '#kit/shared/full-name.ts';
import { accountRefusal } from '../refusals.ts';
import { isEmailTaken } from './taken-email.ts';

/** Who asks for an email, and whether emails are proven on this server at all. */
interface Asking {
  readonly mail: Pick<MailParts, 'mailer'>;
  readonly now: Date;
  /** The household that wants it; undefined for one that is just being made. */
  readonly accountId?: string;
}

/**
 * Refuses an email that somebody has. One that another household has only typed in, which nobody has
 * proven or signed in with, keeps nobody out: `freeEmail` takes it away from there.
 */
export async function refuseTaken(db: Db, email: string, asking: Asking): Promise<void> {
  if (await isHeld(db, email, asking)) throw accountRefusal('email-taken');
}

/** Whether an email is somebody's, and not merely typed in by another household. */
export function isHeld(db: Db, email: string, asking: Asking): Promise<boolean> {
  return isThere(db, logins, and(eq(logins.email, email), isHeldFirmly(db, asking)));
}

/** Takes an email away from whoever has it only because another household typed it in. */
export async function freeEmail(db: Db, email: string, asking: Asking): Promise<boolean> {
  const [free] = await db
    .select({ id: logins.id })
    .from(logins)
    .where(and(eq(logins.email, email), sql`not (${isHeldFirmly(db, asking)})`))
    .for('update');
  if (free === undefined) return false;
  // An email and a password make a sign-in together. Nobody has used it, so that it is of one household.
  const [freed] = await takeLoginAway(db, free.id);
  if (freed === undefined) return false;
  const { accountId, firstName, lastName } = freed;
  // From where and by whom is not told: it is another household.
  const nobody = { now: asking.now, request: NO_REQUEST };
  const subject = fullName({ firstName, lastName });
  await noteAudit(db, nobody, { accountId, action: 'email-released', subject });
  return true;
}

/** Does what may meet a taken email; one that can be freed is freed for it, and it is done again. */
export async function freeing<T>(
  email: string | null | undefined,
  asking: Asking & { readonly database: Database },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isEmailTaken(error) || email == null) throw error;
    if (!(await asking.database.asSystem((db) => freeEmail(db, email, asking)))) throw error;
    return work();
  }
}

/** Proven, signed in with, or of the same household; without mail nothing can be proven. */
function isHeldFirmly(db: Db, { mail, accountId }: Asking): SQL {
  if (!mail.mailer.isConfigured) return sql`true`;
  const people = db.select({ id: users.loginId }).from(users);
  const own =
    accountId === undefined
      ? []
      : [inArray(logins.id, people.where(eq(users.accountId, accountId)))];
  const firmly = or(isNotNull(logins.emailProvenAt), isNotNull(logins.signedInAt), ...own);
  return firmly ?? sql`true`;
}
