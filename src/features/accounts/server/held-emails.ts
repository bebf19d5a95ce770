import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Db } from '#database/connect.ts';
import { emailConfirmations, passwordResets } from '#database/schema/access.ts';
import { users } from '#database/schema/households.ts';
import { noteAudit } from '#features/audit/server.ts';
import type { MailParts } from '#kit/server/outbound/mail.ts';
import { emailTaken, isEmailTaken } from './taken-email.ts';

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
  const [taken] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isHeldFirmly(asking)));
  if (taken !== undefined) throw emailTaken();
}

/** Takes an email away from whoever has it only because another household typed it in. */
export async function freeEmail(db: Db, email: string, asking: Asking): Promise<boolean> {
  const [freed] = await db
    .update(users)
    // An email and a password make a sign-in together.
    .set({ email: null, passwordHash: null, version: sql`${users.version} + 1` })
    .where(and(eq(users.email, email), sql`not (${isHeldFirmly(asking)})`))
    .returning();
  if (freed === undefined) return false;
  const { id: userId, accountId, firstName, lastName } = freed;
  await db.delete(passwordResets).where(eq(passwordResets.userId, userId));
  await db.delete(emailConfirmations).where(eq(emailConfirmations.userId, userId));
  // From where and by whom is not told: it is another household.
  const nobody = { now: asking.now, request: { address: '', userAgent: '' } };
  const subject = `${firstName} ${lastName}`;
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
function isHeldFirmly({ mail, accountId }: Asking): SQL {
  if (!mail.mailer.isConfigured) return sql`true`;
  const own = accountId === undefined ? [] : [eq(users.accountId, accountId)];
  const firmly = or(isNotNull(users.emailProvenAt), isNotNull(users.signedInAt), ...own);
  return firmly ?? sql`true`;
}
