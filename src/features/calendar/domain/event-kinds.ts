/** The types of events, in the order of the select field. */
export const EVENT_TYPES = ['appointment', 'medication', 'social', 'exercise', 'other'] as const;

/** The types that are accepted: also reminders, which My Day shows but the form does not offer. */
export const KNOWN_EVENT_TYPES = [...EVENT_TYPES, 'reminder'] as const;

export const RECURRENCES = ['daily', 'weekly', 'monthly', 'yearly'] as const;

export type EventType = (typeof KNOWN_EVENT_TYPES)[number];
export type Recurrence = (typeof RECURRENCES)[number];

/** Default local times (HH:MM) of an event. */
export const DEFAULT_START = '09:00';
export const DEFAULT_END = '10:00';

export const REQUIRED = 'Please fill in required fields';
export const END_BEFORE_START = 'End time must be after start time';
export const UNTIL_BEFORE_DATE = 'The last day must not be before the date of the event.';
