import { type RefusalKinds, refusalsOf } from '#kit/shared/refusal.ts';

export const sessionRefusals = {
  'invalid-credentials': { status: 401, sentence: 'Invalid credentials' },
  'weak-password': { status: 400 },
  'wrong-password': { status: 400 },
  'password-missing': { status: 400 },
  'too-many-attempts': { status: 429 },
  'subscription-expired': { status: 403, sentence: 'Subscription expired' },
  'household-busy': {
    status: 503,
    sentence:
      'The content of this household is being brought in from a download at the moment. Please wait until it is there.',
    retryAfterSeconds: 10,
  },
  'invalid-reset-link': { status: 404, sentence: 'This link is invalid or has expired.' },
  'invalid-proof-link': { status: 404, sentence: 'This link was used already, or has expired.' },
  'invalid-pairing-code': { status: 404, sentence: 'This code is invalid or has expired.' },
} as const satisfies RefusalKinds;

export type SessionRefusal = keyof typeof sessionRefusals;

export const sessionRefusal = refusalsOf(sessionRefusals);
