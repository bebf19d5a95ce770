import { type RefusalKinds, refusalsOf, some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';

export const sessionRefusals = {
  'invalid-credentials': { status: 401, sentence: 'Invalid credentials' },
  'weak-password': { status: 400 },
  'wrong-password': { status: 400 },
  'confirm-password': { status: 403, sentence: 'Please enter your password to continue.' },
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
  'email-taken-meanwhile': {
    status: 409,
    sentence: 'Another account uses this email now. Your email was not changed.',
  },
  'invalid-pairing-code': { status: 404, sentence: 'This code is invalid or has expired.' },
} as const satisfies RefusalKinds;

/** The refusals of a call that requires a recent sign-in. */
export const recentSignInRefusals = {
  ...some(sessionRefusals, 'confirm-password', 'wrong-password', 'too-many-attempts'),
  ...some(platformRefusals, 'too-busy'),
};

export type SessionRefusal = keyof typeof sessionRefusals;

export const sessionRefusal = refusalsOf(sessionRefusals);
