import { useQuery } from '@tanstack/react-query';
import { AUDIT_TRAIL } from '#features/audit/web/queries.ts';
import { callersOf } from '#kit/web/api.ts';
import { reading } from '#kit/web/reading.ts';
import { changing } from '#kit/web/use-change.ts';
import type { InvitationCalls } from '../contract.ts';

const calls = callersOf<InvitationCalls>()({
  list: 'GET /api/admin/invitations',
  create: 'POST /api/admin/invitations',
  resend: 'POST /api/admin/invitations/{id}/resend',
  remove: 'DELETE /api/admin/invitations/{id}',
  read: 'GET /api/admin/invitation/{token}',
  accept: 'POST /api/admin/signup',
  join: 'POST /api/admin/join',
});

const LIST = ['invitations'];

export type SentInvitation = Awaited<ReturnType<typeof calls.create>>;

/** The invitations that have not been used, newest first; for super admins alone. */
export const useInvitations = reading(LIST, calls.list, { staleTime: 0 });

export const useSendInvitation = changing(calls.create, AUDIT_TRAIL, LIST);

/** Sends it again with a new link; the old one dies. */
export const useResendInvitation = changing(calls.resend, AUDIT_TRAIL, LIST);
export const useDeleteInvitation = changing(calls.remove, AUDIT_TRAIL, LIST);

/** Whom the link was made for. It is asked anew each time: a link may have died. */
export function useInvitation(token: string) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: () => calls.read({ params: { token } }),
    enabled: token !== '',
    gcTime: 0,
  });
}

export const useAcceptInvitation = changing(calls.accept);

/** Accepts an invitation with the account that one has; without a password as who is signed in. */
export const useJoinHousehold = changing(calls.join);
