import { asc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { calendarEvents } from '#database/schema/calendar.ts';
import { type Portable, section } from '#kit/server/archive/portable.ts';
import { instant, number, written } from '#kit/server/archive/portable-fields.ts';
import { removalOf } from '#kit/server/archive/portable-undo.ts';
import { whatIsWrong } from '../complete-event.ts';
import { calendarEvent } from '../contract.ts';
import { asCompleteEvent } from './event-rows.ts';

const row = calendarEvent
  .omit({
    id: true,
    version: true,
    occurrenceDate: true,
    eventTime: true,
    recurring: true,
    userId: true,
  })
  .extend({
    createdAt: instant,
    /** Whom it is for; null is the household, and downloads of before do not say it. */
    person: number.nullable().default(null),
  })
  .superRefine((given, context) => {
    for (const [field, message] of Object.entries(whatIsWrong(given))) {
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });

type Row = z.output<typeof row>;

/** The events. The secret address for calendar programs is not among them: it would be two. */
export const calendarInArchive: Portable = {
  name: 'calendar',
  version: 1,
  present: async (db, accountId) => {
    const [found] = await db
      .select({ id: calendarEvents.id })
      .from(calendarEvents)
      .where(eq(calendarEvents.accountId, accountId))
      .limit(1);
    return found && 'events';
  },
  removals: [removalOf(calendarEvents)],
  sections: [
    section({
      name: 'events',
      async *rows({ read, accountId, numbers }) {
        const events = await read((db) =>
          db
            .select()
            .from(calendarEvents)
            .where(eq(calendarEvents.accountId, accountId))
            .orderBy(asc(calendarEvents.createdAt), asc(calendarEvents.id)),
        );
        for (const event of events) {
          const { userId, ...rest } = asCompleteEvent(event);
          const person = numbers.of('person', userId);
          yield { row: { ...rest, person, createdAt: written(event.createdAt) } };
        }
      },
      restoring: {
        row,
        mostRows: ({ events }) => events,
        columns: ({ person, ...event }: Row, { accountId, ids }) => ({
          ...event,
          accountId,
          id: ids.next(),
          userId: ids.ofAny('person', person),
        }),
        async store(db, all) {
          await db.insert(calendarEvents).values(all);
        },
      },
    }),
  ],
};
