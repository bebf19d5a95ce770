import { type RefusalKinds, refusalsOf } from '#platform/shared/refusal.ts';
import { MAX_LINKS } from './limits.ts';

export const doctorLinkRefusals = {
  'doctor-link-over': {
    status: 404,
    sentence: 'This link is over. Please ask the family for a new one.',
  },
  'doctor-links-full': {
    status: 409,
    sentence: `There are ${MAX_LINKS} links already. Please end one first.`,
  },
} as const satisfies RefusalKinds;

export const doctorLinkRefusal = refusalsOf(doctorLinkRefusals);
