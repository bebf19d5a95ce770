import { type RefusalKinds, refusalsOf } from '#kit/shared/refusal.ts';

export const invitationRefusals = {
  'invalid-invitation': { status: 404, sentence: 'This invitation is invalid or has expired' },
  'administrators-full': { status: 409 },
  'elder-elsewhere': {
    status: 409,
    sentence: 'This sign-in is for a tablet. Please ask to be invited with another email.',
  },
} as const satisfies RefusalKinds;

export const invitationRefusal = refusalsOf(invitationRefusals);
