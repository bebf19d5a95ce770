import { and, desc, eq, isNull } from 'drizzle-orm';
import { invitations } from '#database/schema/access.ts';
import { requireRecentSignIn } from '#features/sessions/server.ts';
import { type Feature, feature } from '#platform/server/feature.ts';
import type { MailParts } from '#platform/server/outbound/mail.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { type Invitation, invitationCalls } from './contract.ts';
import { accept, readLink } from './server/accept.ts';
import { auditInvitation, invite, renew, unusedOne } from './server/invite.ts';
import { hasAccount, join } from './server/join.ts';
import { send } from './server/send.ts';

export { refuseTenthPerson } from './server/administrators.ts';

/**
 * Endpoints for invitations: a super_admin invites an administrator, who accepts through a link.
 */
export function invitationsFeature(mail: MailParts): Feature {
  return feature(invitationCalls, {
    async list(_call, { db, account }) {
      const rows = await db
        .select()
        .from(invitations)
        .where(and(eq(invitations.accountId, account.id), isNull(invitations.usedAt)))
        .orderBy(desc(invitations.createdAt), desc(invitations.id));
      return rows.map(asInvitation);
    },

    // The email is sent outside of the transaction, because the mail server may be slow.
    create: {
      async outsideTransaction({ body }, context) {
        const { password, ...guest } = body;
        await requireRecentSignIn(password, context);
        const made = await invite(guest, mail, context);
        return { invitation: asInvitation(made.row), ...(await send(made, mail, context)) };
      },
    },

    resend: {
      async outsideTransaction({ params }, context) {
        const made = await renew(params.id, mail, context);
        return { invitation: asInvitation(made.row), ...(await send(made, mail, context)) };
      },
    },

    async remove({ params }, context) {
      const { db, account } = context;
      const [deleted] = await db
        .delete(invitations)
        .where(unusedOne(account.id, params.id))
        .returning();
      if (deleted === undefined) throw notFound();
      await auditInvitation(db, deleted, 'invitation-deleted', context);
    },

    async read({ params }, context) {
      const { email, firstName, lastName, mailedAt } = await readLink(params.token, context);
      const joins = mailedAt !== null && (await hasAccount(email, mail, context));
      return { email, firstName, lastName, hasAccount: joins };
    },

    accept: ({ body }, context) => accept(body, mail, context),
    join: ({ body }, context) => join(body, context),
  });
}

function asInvitation(row: typeof invitations.$inferSelect): Invitation {
  const { id, email, firstName, lastName } = row;
  return {
    id,
    email,
    firstName,
    lastName,
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}
