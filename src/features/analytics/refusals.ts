import { type RefusalKinds, refusalsOf } from '#platform/shared/refusal.ts';

export const analyticsRefusals = {
  'time-of-use-not-believed': {
    status: 400,
    sentence: 'That was too long ago, or is still to come.',
  },
  'too-many-uses': {
    status: 429,
    sentence: 'Too much was noted today. Please try again tomorrow.',
    retryAfterSeconds: 3600,
  },
} as const satisfies RefusalKinds;

export const analyticsRefusal = refusalsOf(analyticsRefusals);
