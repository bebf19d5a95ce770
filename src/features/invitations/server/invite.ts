import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { lockAdding } from '#database/count-before-adding.ts';
import { rowExists } from '#database/row-exists.ts';
import { invitations } from '#database/schema/access.ts';
import { users } from '#database/schema/households.ts';
import { accountRefusal } from '#features/accounts/refusals.ts';
import { noteAct } from '#features/audit/server.ts';
import { countTry, hashOf, invitationKeys, newToken } from '#features/sessions/server.ts';
import type { CallerContext } from '#platform/server/feature.ts';
import { canMailLinks, type MailParts } from '#platform/server/outbound/mail.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { refuseTenth } from './administrators.ts';

const LIFETIME_DAYS = 7;

type Row = typeof invitations.$inferSelect;

export interface CreatedInvitation {
  readonly row: Row;
  /** The secret of the link; only its hash is stored in the database. */
  readonly token: string;
}

/**
 * Creates an invitation. A second one for an email replaces the first, because a name may be
 * mistyped or the email may be lost.
 */
export async function invite(
  form: { email: string; firstName: string; lastName: string },
  mail: MailParts,
  context: CallerContext,
): Promise<CreatedInvitation> {
  const { database, account, user, now, limits } = context;
  await countInvitation(form.email, mail, context);
  const stored = async (db: Db) => {
    await lockAdding(db, users, account.id);
    await refuseMember(db, account.id, form.email);
    const unused = and(eq(invitations.accountId, account.id), isNull(invitations.usedAt));
    await db.delete(invitations).where(and(unused, eq(invitations.email, form.email)));
    await refuseTenth(db, account.id, { now, limits });
    const { token, link } = newLink(user.id, now);
    const id = randomUUID();
    const [row] = await db
      .insert(invitations)
      .values({ ...form, ...link, id, accountId: account.id, createdAt: now })
      .returning();
    if (row === undefined) throw new Error('the invitation was not stored');
    await auditInvitation(db, row, 'invitation-sent', context);
    return { row, token };
  };
  return database.asSystem(stored);
}

/**
 * Rate-limits the invitations of the household, and the emails to the recipient from all
 * households.
 */
function countInvitation(
  email: string,
  mail: MailParts,
  { database, account, now }: CallerContext,
): Promise<void> {
  const recipient = canMailLinks(mail) ? email : undefined;
  return countTry(database, invitationKeys(account.id, recipient), now);
}

/**
 * Checks this household only, so that the inviter does not learn whether the email has an account
 * elsewhere.
 */
async function refuseMember(db: Db, accountId: string, email: string): Promise<void> {
  const isIt = and(eq(users.accountId, accountId), eq(users.email, email));
  if (await rowExists(db, users, isIt)) throw accountRefusal('email-taken');
}

/** Gives an invitation, expired or not, a new link for 7 days. */
export async function renew(
  id: string,
  mail: MailParts,
  context: CallerContext,
): Promise<CreatedInvitation> {
  const { database, account, user, now, limits } = context;
  const isIt = unusedOne(account.id, id);
  const [known] = await database.asSystem((db) => db.select().from(invitations).where(isIt));
  if (known === undefined) throw notFound();
  await countInvitation(known.email, mail, context);
  return database.asSystem(async (db) => {
    await lockAdding(db, users, account.id);
    const { token, link } = newLink(user.id, now);
    const [row] = await db.update(invitations).set(link).where(isIt).returning();
    if (row === undefined) throw notFound();
    await refuseMember(db, account.id, row.email);
    await refuseTenth(db, account.id, { now, limits, except: id });
    await auditInvitation(db, row, 'invitation-sent', context);
    return { row, token };
  });
}

export function unusedOne(accountId: string, id: string) {
  return and(
    eq(invitations.id, id),
    eq(invitations.accountId, accountId),
    isNull(invitations.usedAt),
  );
}

/** Logs the invited person's name, without their email and the link. */
export async function auditInvitation(
  db: Db,
  row: Row,
  action: 'invitation-sent' | 'invitation-deleted',
  context: CallerContext,
): Promise<void> {
  await noteAct(db, context, action, fullName(row));
}

function newLink(sentBy: string, now: Date) {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + LIFETIME_DAYS * DAY_MS);
  return { token, link: { tokenHash: hashOf(token), expiresAt, mailedAt: null, sentBy } };
}
