import { minuteOfDay, timeOfMinute } from '#platform/shared/wall-time.ts';
import type { CalendarEvent } from '../contract.ts';
import type { CompleteEvent } from '../domain/complete-event.ts';
import {
  DEFAULT_END,
  DEFAULT_START,
  END_BEFORE_START,
  REQUIRED,
  UNTIL_BEFORE_DATE,
} from '../domain/event-kinds.ts';

/** The values of the form. The values of an option stay while the option is switched off. */
export interface EventFields
  extends Omit<CompleteEvent, 'eventDate' | 'startTime' | 'recurringFrequency'> {
  readonly eventDate: string | null;
  readonly startTime: string;
  readonly recurring: boolean;
  readonly recurringFrequency: NonNullable<CalendarEvent['recurringFrequency']>;
}

/** The values of a form that passed `errorsIn`. */
type CompleteFields = EventFields & { readonly eventDate: string };

/** Groups of fields that depend on each other: if one is changed, all of its group are sent. */
const TOGETHER: readonly (readonly (keyof EventFields)[])[] = [
  ['allDay', 'startTime', 'endTime'],
  ['recurring', 'recurringFrequency', 'recurringUntil', 'skippedDates'],
];

export type EventErrors = Partial<
  Record<'title' | 'eventDate' | 'endTime' | 'recurringUntil', string>
>;

/** The initial values: the edited event, or an empty one on `today`. */
export function fieldsOf(event: CalendarEvent | undefined, today: string): EventFields {
  return {
    title: event?.title ?? '',
    description: event?.description ?? '',
    eventDate: event?.eventDate ?? today,
    startTime: event?.startTime ?? DEFAULT_START,
    endTime: event === undefined || event.allDay ? DEFAULT_END : event.endTime,
    eventType: event?.eventType ?? 'appointment',
    allDay: event?.allDay ?? false,
    recurring: event?.recurring ?? false,
    recurringFrequency: event?.recurringFrequency ?? 'weekly',
    recurringUntil: event?.recurringUntil ?? null,
    skippedDates: event?.skippedDates ?? [],
    userId: event?.userId ?? null,
  };
}

/** Changes the start and moves the end with it, within the same day. */
export function withStart(fields: EventFields, startTime: string): EventFields {
  const { endTime } = fields;
  if (endTime === null) return { ...fields, startTime };
  const length = minuteOfDay(endTime) - minuteOfDay(fields.startTime);
  const end = minuteOfDay(startTime) + length;
  const fits = length > 0 && end < minuteOfDay('24:00');
  return { ...fields, startTime, endTime: fits ? timeOfMinute(end) : endTime };
}

/** Returns the errors of the form by field; empty if it can be sent. */
export function errorsIn(fields: EventFields): EventErrors {
  const { title, eventDate, startTime, endTime, allDay, recurring, recurringUntil } = fields;
  const errors: EventErrors = {};
  if (title.trim() === '') errors.title = REQUIRED;
  if (eventDate === null) errors.eventDate = REQUIRED;
  if (!allDay && endTime !== null && endTime <= startTime) errors.endTime = END_BEFORE_START;
  const isEarly = recurringUntil !== null && eventDate !== null && recurringUntil < eventDate;
  if (recurring && isEarly) errors.recurringUntil = UNTIL_BEFORE_DATE;
  return errors;
}

/** True if the form has no errors; narrows the type of the date. */
export function isComplete(fields: EventFields): fields is CompleteFields {
  return Object.keys(errorsIn(fields)).length === 0;
}

/** Returns the changed fields for the server, together with the fields that depend on them. */
export function changeOf(changed: Partial<EventFields>, fields: EventFields) {
  const { eventDate, ...whole } = bodyOf(fields);
  const names = new Set<string>(Object.keys(changed));
  for (const group of TOGETHER) {
    if (group.some((name) => names.has(name))) for (const name of group) names.add(name);
  }
  const sent = Object.entries(whole).filter(([name]) => names.has(name));
  // The cast keeps the type of each field of `whole`.
  const change = Object.fromEntries(sent) as Partial<typeof whole>;
  return changed.eventDate ? { ...change, eventDate: changed.eventDate } : change;
}

/** Returns the values for the server. */
export function bodyOf<Fields extends EventFields>(fields: Fields) {
  const { allDay, startTime, endTime, recurring } = fields;
  return {
    ...fields,
    startTime: allDay ? null : startTime,
    endTime: allDay ? null : endTime,
    recurringFrequency: recurring ? fields.recurringFrequency : null,
    recurringUntil: recurring ? fields.recurringUntil : null,
    skippedDates: recurring ? fields.skippedDates : [],
  };
}
