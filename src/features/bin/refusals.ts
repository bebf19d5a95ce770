import { type RefusalKinds, refusalsOf } from '#kit/shared/refusal.ts';

export const binRefusals = {
  'album-in-bin': { status: 409 },
} as const satisfies RefusalKinds;

export const binRefusal = refusalsOf(binRefusals);
