import { type RefusalKinds, refusalsOf } from '#platform/shared/refusal.ts';

export const accountRefusals = {
  'email-taken': {
    status: 409,
    sentence: 'A person with this email already has an account.',
    field: 'email',
  },
  'sign-up-under-way': {
    status: 409,
    sentence: 'This account is being made at this moment. Please wait a minute.',
  },
  'registration-closed': { status: 403, sentence: 'New accounts cannot be created here.' },
  'households-full': {
    status: 409,
    sentence: 'You belong to 200 households already. Please leave one first.',
  },
  'payment-missing': { status: 402, sentence: 'Please enter your payment information.' },
} as const satisfies RefusalKinds;

export type AccountRefusal = keyof typeof accountRefusals;

export const accountRefusal = refusalsOf(accountRefusals);
