import { type RefusalKinds, refusalsOf } from '#platform/shared/refusal.ts';

export const awayRefusals = {
  'times-away-full': { status: 409 },
} as const satisfies RefusalKinds;

export const awayRefusal = refusalsOf(awayRefusals);
