import { type RefusalKinds, refusalsOf } from '#platform/shared/refusal.ts';

export const contentRefusals = {
  'content-not-shown': { status: 400 },
  'content-full': { status: 409 },
} as const satisfies RefusalKinds;

export const contentRefusal = refusalsOf(contentRefusals);
