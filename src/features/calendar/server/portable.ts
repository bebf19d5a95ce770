import { calendarEvents } from '#database/schema/calendar.ts';
import { archived, type TablePart } from '#platform/server/archive/portable.ts';
import { calendarEvent } from '../contract.ts';
import { validateEvent } from '../domain/complete-event.ts';

const { userId: _, ...fields } = calendarEvent.shape;

/**
 * Exports the events, but not the secret address of the feed, because two households must not share
 * it.
 */
export const calendarInArchive: TablePart = {
  name: 'calendar',
  version: 1,
  tables: [
    archived(calendarEvents, {
      name: 'events',
      order: [calendarEvents.createdAt, calendarEvents.id],
      fields,
      added: { userId: null },
      check: validateEvent,
      keepsOut: { words: 'events' },
      restoring: { mostRows: ({ events }) => events },
    }),
  ],
};
