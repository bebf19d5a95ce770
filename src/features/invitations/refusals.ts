import { type RefusalKinds, refusalsOf } from '#platform/shared/refusal.ts';

export const invitationRefusals = {
  'invalid-invitation': { status: 404, sentence: 'This invitation is invalid or has expired' },
  'administrators-full': { status: 409 },
  'elder-elsewhere': {
    status: 409,
    sentence:
      'This email signs in on a tablet of another family. If it is yours, take it back with “Forgot password?” first, or ask to be invited with another one.',
  },
} as const satisfies RefusalKinds;

export const invitationRefusal = refusalsOf(invitationRefusals);
