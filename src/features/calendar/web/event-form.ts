import { minuteOfDay, timeOfMinute } from '#kit/shared/wall-time.ts';
import type { CompleteEvent } from '../complete-event.ts';
import type { CalendarEvent } from '../contract.ts';
import {
  DEFAULT_END,
  DEFAULT_START,
  END_BEFORE_START,
  REQUIRED,
  UNTIL_BEFORE_DATE,
} from '../event-kinds.ts';

/** What the form holds; what is switched off keeps what was chosen. */
export interface EventFields
  extends Omit<CompleteEvent, 'eventDate' | 'startTime' | 'recurringFrequency'> {
  readonly eventDate: string | null;
  readonly startTime: string;
  readonly recurring: boolean;
  readonly recurringFrequency: NonNullable<CalendarEvent['recurringFrequency']>;
}

/** The same with what must be there. */
type CompleteFields = EventFields & { readonly eventDate: string };

/** What means something only in common: a time of a whole day, a last day of what happens once. */
const TOGETHER: readonly (readonly (keyof EventFields)[])[] = [
  ['allDay', 'startTime', 'endTime'],
  ['recurring', 'recurringFrequency', 'recurringUntil', 'skippedDates'],
];

export type EventErrors = Partial<
  Record<'title' | 'eventDate' | 'endTime' | 'recurringUntil', string>
>;

/** What the form starts with: the event that is edited, or an empty one on `today`. */
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

/** A later start moves the end along, as far as the day has room. */
export function withStart(fields: EventFields, startTime: string): EventFields {
  const { endTime } = fields;
  if (endTime === null) return { ...fields, startTime };
  const length = minuteOfDay(endTime) - minuteOfDay(fields.startTime);
  const end = minuteOfDay(startTime) + length;
  const fits = length > 0 && end < minuteOfDay('24:00');
  return { ...fields, startTime, endTime: fits ? timeOfMinute(end) : endTime };
}

/** What keeps the form from being sent, by field; nothing when it is complete. */
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

/** Whether everything is there that must be; narrows the date. */
export function isComplete(fields: EventFields): fields is CompleteFields {
  return Object.keys(errorsIn(fields)).length === 0;
}

/** What was changed, as the server takes it; what hangs together is sent together. */
export function changeOf(changed: Partial<EventFields>, fields: EventFields) {
  const { eventDate, ...whole } = bodyOf(fields);
  const names = new Set<string>(Object.keys(changed));
  for (const group of TOGETHER) {
    if (group.some((name) => names.has(name))) for (const name of group) names.add(name);
  }
  const sent = Object.entries(whole).filter(([name]) => names.has(name));
  // Of `whole`, so each has its own type.
  const change = Object.fromEntries(sent) as Partial<typeof whole>;
  return changed.eventDate ? { ...change, eventDate: changed.eventDate } : change;
}

/** The form as the server takes it. */
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
