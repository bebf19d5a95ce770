import { type RefusalKinds, refusalsOf } from '#platform/shared/refusal.ts';

export const binRefusals = {
  'album-in-bin': { status: 409 },
  /** Another administrator restored or erased the item first, or its 30 days have passed. */
  'not-in-bin': { status: 404, sentence: 'It is not in the bin any more.' },
  /** Only a super_admin can erase a person before the 30 days have passed. */
  'people-stay': {
    status: 403,
    sentence: 'Only the super admin can delete a person for good.',
  },
} as const satisfies RefusalKinds;

export const binRefusal = refusalsOf(binRefusals);
