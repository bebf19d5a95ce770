import { type RefusalKinds, refusalsOf } from '#kit/shared/refusal.ts';

export const binRefusals = {
  'album-in-bin': { status: 409 },
  /** Somebody else was faster, or its days are over. */
  'not-in-bin': { status: 404, sentence: 'It is not in the bin any more.' },
} as const satisfies RefusalKinds;

export const binRefusal = refusalsOf(binRefusals);
