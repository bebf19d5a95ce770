import { type RefusalKinds, refusalsOf } from '#platform/shared/refusal.ts';

export const calendarRefusals = {
  'calendar-full': {
    status: 409,
    sentence: 'The calendar is full. Please delete events that are over.',
  },
  'event-of-removed-person': {
    status: 409,
    sentence: 'The person whose event this was is not in your household any more.',
  },
  'person-not-in-household': {
    status: 400,
    sentence: 'This person is not in your household.',
    field: 'userId',
  },
  'too-many-occurrences': {
    status: 400,
    sentence: 'That is too much at once. Please ask for fewer days.',
  },
  'event-not-on-that-day': {
    status: 400,
    sentence: 'The event is not on that day.',
    field: 'date',
  },
} as const satisfies RefusalKinds;

export const calendarRefusal = refusalsOf(calendarRefusals);
