import { type RefusalKinds, refusalsOf } from '#platform/shared/refusal.ts';

export const measureRefusals = {
  'measures-full': {
    status: 409,
    sentence: 'There is no room for more values. Please ask whoever runs this server.',
  },
  'measures-of-day-full': {
    status: 409,
    sentence: 'So many values of one day cannot be kept.',
  },
  'notes-full': { status: 409, sentence: 'There is no room for more notes.' },
  'notes-of-day-full': {
    status: 409,
    sentence: 'That day has as many notes as a day can have.',
  },
  'measured-in-future': {
    status: 400,
    sentence: 'That time is still to come.',
    field: 'measuredAt',
  },
} as const satisfies RefusalKinds;

export const measureRefusal = refusalsOf(measureRefusals);
