import { type RefusalKinds, refusalsOf } from '#platform/shared/refusal.ts';

export const personRefusals = {
  'elders-full': { status: 409 },
  'too-many-people-in-download': { status: 409 },
  'back-already': {
    status: 409,
    sentence: 'This person has been added to your household again since.',
  },
  'half-a-sign-in': { status: 400 },
  'email-missing': {
    status: 400,
    sentence: 'An administrator needs an email.',
    field: 'email',
  },
  'super-admin-stays': {
    status: 409,
    sentence: 'The super admin cannot be removed. Hand the role over first.',
  },
  'role-only-handed-over': {
    status: 409,
    sentence: 'A role changes only when the super admin hands it over to an administrator.',
  },
  'password-not-of-elder': {
    status: 409,
    sentence: 'Only the password of an elder can be set here.',
  },
  'sign-in-of-several': {
    status: 409,
    sentence: 'Only this person themselves can change what they sign in with.',
  },
  'tablet-not-of-elder': {
    status: 409,
    sentence: 'Only the tablet of an elder is set up with a code.',
  },
} as const satisfies RefusalKinds;

export const personRefusal = refusalsOf(personRefusals);
