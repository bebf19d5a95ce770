import { type Elder, ownerName } from '#features/people/domain/elders.ts';
import { formatWallTime } from '#platform/shared/zoned-time.ts';
import type { EventFields } from './event-form.ts';
import { dayMessage, EVERY } from './event-messages.ts';
import { EVENT_VARIANTS } from './event-variants.ts';

export const FIELD_NAMES: Readonly<Record<keyof EventFields, string>> = {
  title: 'Title',
  description: 'Description',
  eventDate: 'Date',
  startTime: 'Start',
  endTime: 'End',
  eventType: 'Type',
  allDay: 'All day',
  recurring: 'Repeats',
  recurringFrequency: 'How often',
  recurringUntil: 'Last day',
  skippedDates: 'Left out',
  userId: 'For whom',
};

export function fieldMessage(
  name: keyof EventFields,
  fields: EventFields,
  { today, elders }: { today: string; elders: readonly Elder[] },
): string {
  if (name === 'userId') return ownerName(fields.userId, elders);
  if (name === 'eventType') return EVENT_VARIANTS[fields.eventType].word;
  if (name === 'recurringFrequency') return EVERY[fields.recurringFrequency];
  if (name === 'skippedDates')
    return fields.skippedDates.map((date) => dayMessage(date, today)).join('; ');
  const value = fields[name];
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null) return '';
  if (name === 'eventDate' || name === 'recurringUntil') return dayMessage(value, today);
  return name === 'startTime' || name === 'endTime' ? formatWallTime(value) : value;
}
