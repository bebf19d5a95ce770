import { useQuery } from '@tanstack/react-query';
import { AUDIT_TRAIL } from '#features/audit/web/queries.ts';
import { callersOf } from '#platform/web/api.ts';
import { createMutation } from '#platform/web/create-mutation.ts';
import { createQuery } from '#platform/web/create-query.ts';
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

/** The unused invitations, newest first; super admins only. */
export const useInvitations = createQuery(LIST, calls.list, { staleTime: 0 });

export const useSendInvitation = createMutation(calls.create, AUDIT_TRAIL, LIST);

/** Sends an invitation with a new link; the old one stops working. */
export const useResendInvitation = createMutation(calls.resend, AUDIT_TRAIL, LIST);
export const useDeleteInvitation = createMutation(calls.remove, AUDIT_TRAIL, LIST);

/** The invited person of a link; not cached, because the link may expire. */
export function useInvitation(token: string) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: () => calls.read({ params: { token } }),
    enabled: token !== '',
    gcTime: 0,
  });
}

export const useAcceptInvitation = createMutation(calls.accept);

/**
 * Accepts an invitation with an existing account. Without a password, the signed-in person accepts
 * it.
 */
export const useJoinHousehold = createMutation(calls.join);
