import { type RefusalKinds, refusalsOf } from '#platform/shared/refusal.ts';

export const alertRefusals = {
  'push-service-not-known': {
    status: 400,
    sentence: 'Alerts cannot reach this browser: its push service is not known here.',
    field: 'endpoint',
  },
  'no-way-to-alert': {
    status: 409,
    sentence: 'There is no way to reach you yet: turn alerts on in a browser first.',
  },
  'too-many-test-alerts': {
    status: 429,
    sentence: 'That is enough for now. Please try again in an hour.',
  },
  'invalid-test-link': { status: 404, sentence: 'This link is invalid or has expired.' },
  'invalid-alert-link': { status: 404, sentence: 'This link is invalid or has expired.' },
  'not-alerted': {
    status: 409,
    sentence: 'Somebody in the list is no administrator any more. Please look at it again.',
  },
} as const satisfies RefusalKinds;

export const alertRefusal = refusalsOf(alertRefusals);
