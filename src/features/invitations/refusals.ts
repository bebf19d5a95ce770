import { type RefusalKinds, refusalsOf } from '#kit/shared/refusal.ts';

export const invitationRefusals = {
  'invalid-invitation': { status: 404, sentence: 'This invitation is invalid or has expired' },
  'administrators-full': { status: 409 },
} as const satisfies RefusalKinds;

export const invitationRefusal = refusalsOf(invitationRefusals);
