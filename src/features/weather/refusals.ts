import { type RefusalKinds, refusalsOf } from '#platform/shared/refusal.ts';

export const weatherRefusals = {
  'weather-not-known': { status: 502, sentence: 'The weather is not known just now.' },
} as const satisfies RefusalKinds;

export const weatherRefusal = refusalsOf(weatherRefusals);
