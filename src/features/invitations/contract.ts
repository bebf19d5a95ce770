import { z } from 'zod';
import { accountRefusals } from '#features/accounts/refusals.ts';
import { email, newPassword, typedPassword, user } from '#features/sessions/contract.ts';
import { recentSignInRefusals, sessionRefusals } from '#features/sessions/refusals.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { invitationRefusals } from './refusals.ts';

const name = (what: string) =>
  z.string().trim().min(1, `Please enter the ${what}.`).max(200, 'That is too long.');

export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  expiresAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});

export type Invitation = z.output<typeof invitation>;

/** `link` is present only if no email could be sent: the super_admin must pass it on. */
const sent = z.object({
  invitation,
  emailed: z.boolean(),
  link: z.string().optional(),
});

const one = z.object({ id: z.uuid() });
const token = z.string().min(1).max(200);

export const invitationCalls = {
  list: endpoint('GET /api/admin/invitations', {
    who: 'super_admin',
    summary: 'The unused invitations, newest first.',
    reply: z.array(invitation),
  }),
  create: endpoint('POST /api/admin/invitations', {
    who: 'super_admin',
    summary: 'Invites an administrator by email; requires a recent sign-in.',
    body: z
      .object({
        email,
        firstName: name('first name'),
        lastName: name('last name'),
        /** The super admin's own password. It is required unless the sign-in is recent. */
        password: typedPassword.optional(),
      })
      .strict(),
    reply: sent,
    status: 201,
    refusals: {
      ...some(invitationRefusals, 'administrators-full'),
      ...recentSignInRefusals,
      ...some(accountRefusals, 'email-taken'),
    },
  }),
  resend: endpoint('POST /api/admin/invitations/{id}/resend', {
    who: 'super_admin',
    summary: 'Sends the invitation again with a new link for 7 days; the old link stops working.',
    params: one,
    reply: sent,
    refusals: {
      ...some(invitationRefusals, 'administrators-full'),
      ...some(accountRefusals, 'email-taken'),
      ...some(sessionRefusals, 'too-many-attempts'),
    },
  }),
  remove: endpoint('DELETE /api/admin/invitations/{id}', {
    who: 'super_admin',
    summary: 'Deletes an invitation; its link stops working at once.',
    params: one,
  }),
  read: endpoint('GET /api/admin/invitation/{token}', {
    who: 'anyone',
    summary: 'The person for whom an invitation link was created.',
    params: z.object({ token }),
    reply: z.object({
      email: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      /**
       * True if the email has an account; always false for a link that was not emailed, because its
       * reader may not own the email.
       */
      hasAccount: z.boolean(),
    }),
    refusals: {
      ...some(invitationRefusals, 'invalid-invitation'),
      ...some(sessionRefusals, 'too-many-attempts', 'subscription-expired'),
    },
  }),
  accept: endpoint('POST /api/admin/signup', {
    who: 'anyone',
    summary: 'Makes the invited person an administrator and signs them in.',
    body: z.object({ token, password: newPassword }).strict(),
    reply: user,
    status: 201,
    refusals: {
      ...some(invitationRefusals, 'invalid-invitation', 'administrators-full'),
      ...some(accountRefusals, 'email-taken'),
      ...some(sessionRefusals, 'too-many-attempts', 'subscription-expired', 'weak-password'),
      ...some(platformRefusals, 'too-busy'),
    },
  }),
  join: endpoint('POST /api/admin/join', {
    who: 'anyone',
    summary: 'Makes an invited person who has an account an administrator here too.',
    /** Without a password, the person signed in at this browser must be the invited one. */
    body: z.object({ token, password: typedPassword.optional() }).strict(),
    reply: user,
    refusals: {
      ...some(invitationRefusals, 'invalid-invitation', 'administrators-full', 'elder-elsewhere'),
      ...some(accountRefusals, 'email-taken', 'households-full'),
      ...some(sessionRefusals, 'invalid-credentials', 'too-many-attempts', 'subscription-expired'),
      ...some(platformRefusals, 'too-busy'),
    },
  }),
};

export type InvitationCalls = typeof invitationCalls;
