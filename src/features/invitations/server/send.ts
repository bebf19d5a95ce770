import { and, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { invitations } from '#database/schema/access.ts';
import { settings } from '#database/schema/home.ts';
import { users } from '#database/schema/households.ts';
import { type Member, memberOf } from '#features/sessions/server.ts';
import type { CallerContext } from '#platform/server/feature.ts';
import { plainName, writeLetter } from '#platform/server/outbound/letter.ts';
import type { Mail, MailParts } from '#platform/server/outbound/mail.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { formatDay } from '#platform/shared/zoned-time.ts';
import type { CreatedInvitation } from './invite.ts';

/**
 * Emails the link, which starts with the operator's configured address. If that fails, the
 * invitation is kept and the administrator gets the link.
 */
export async function send(
  made: CreatedInvitation,
  { mailer, publicUrl }: MailParts,
  context: CallerContext,
) {
  const { database, log, now, request } = context;
  const linkAt = (address: string) => `${address}/admin-signup?token=${made.token}`;
  const link = linkAt(request.openedAt);
  if (!mailer.isConfigured || publicUrl === undefined) return { emailed: false, link };
  const from = await database.asSystem((db) => inviterOf(db, memberOf(context)));
  try {
    await mailer.send(letterTo(made, linkAt(publicUrl), from));
  } catch (error) {
    log.warn({ err: error }, 'invitation email failed');
    return { emailed: false, link };
  }
  await database.asSystem((db) => noteMailed(db, made.row, now));
  return { emailed: true };
}

/**
 * Records that this link was emailed. The row is matched by the hash of the link, because the
 * invitation may have a newer link by now.
 */
async function noteMailed(db: Db, invitation: CreatedInvitation['row'], now: Date) {
  await db
    .update(invitations)
    .set({ mailedAt: now })
    .where(and(isRow(invitations, invitation), eq(invitations.tokenHash, invitation.tokenHash)));
}

type Inviter = Awaited<ReturnType<typeof inviterOf>>;

async function inviterOf(db: Db, member: Member) {
  const [row] = await db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      appName: settings.appName,
      timezone: settings.timezone,
    })
    .from(users)
    .innerJoin(settings, eq(settings.accountId, users.accountId))
    .where(isRow(users, member));
  if (row === undefined) throw new Error('nobody invites');
  return row;
}

function letterTo({ row }: CreatedInvitation, link: string, from: Inviter): Mail {
  const { timezone } = from;
  const appName = plainName(from.appName) || 'Grand App';
  const inviter = plainName(fullName(from)) || 'Somebody';
  const firstName = plainName(row.firstName);
  const letter = writeLetter({
    brand: appName,
    heading: `An invitation to ${appName}`,
    paragraphs: [
      firstName === '' ? 'Hello,' : `Hello ${firstName},`,
      `${inviter} invites you to help with ${appName}: the photos, the calendar, the medications and everything else that the family looks after together.`,
      `To begin, choose a password. The link works once, until ${formatDay(row.expiresAt, timezone)}.`,
    ],
    action: { label: 'Choose your password', link },
    closing: `If you do not know ${inviter}, there is nothing to do: without you nothing happens.`,
  });
  return {
    to: { name: plainName(fullName(row)), address: row.email },
    subject: `${inviter} invites you to ${appName}`,
    ...letter,
  };
}
