import { type RefusalKinds, refusalsOf } from '#kit/shared/refusal.ts';

export const binRefusals = {
  'album-in-bin': { status: 409 },
  /** Another administrator restored or erased it first, or its 30 days are over. */
  'not-in-bin': { status: 404, sentence: 'It is not in the bin any more.' },
  /** Only a super_admin can erase a person before the 30 days are over. */
  'people-stay': {
    status: 403,
    sentence: 'Only the super admin can delete a person for good.',
  },
} as const satisfies RefusalKinds;

export const binRefusal = refusalsOf(binRefusals);
