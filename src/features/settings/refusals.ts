import { type RefusalKinds, refusalsOf } from '#platform/shared/refusal.ts';

export const settingsRefusals = {
  'timezone-undo-over': {
    status: 409,
    sentence:
      'This change can no longer be undone: the timezone was changed again, or 24 hours have passed.',
  },
} as const satisfies RefusalKinds;

export const settingsRefusal = refusalsOf(settingsRefusals);
