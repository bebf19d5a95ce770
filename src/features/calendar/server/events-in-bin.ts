import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { calendarEvents } from '#database/schema/calendar.ts';
import { users } from '#database/schema/households.ts';
import { type Binnable, type Deleting, putBack, putInBin } from '#features/bin/server.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';
import { some } from '#platform/shared/refusal.ts';
import { calendarRefusal, calendarRefusals } from '../refusals.ts';
import { holdEvent, refuseOneMore } from './event-rows.ts';

/** Moves an event with all its days to the bin. */
export async function deleteEvent(deleting: Deleting, id: string): Promise<{ title: string }> {
  const { db, account } = deleting;
  const { title } = await holdEvent(db, account.id, id);
  await putInBin(deleting, [{ id, kind: 'event', name: title }], calendarEvents);
  await db
    .delete(calendarEvents)
    .where(and(eq(calendarEvents.accountId, account.id), eq(calendarEvents.id, id)));
  return { title };
}

const kept = z.looseObject({ user_id: z.string().nullable() });

export const eventsInBin: Binnable = {
  kinds: ['event'],
  refusals: some(calendarRefusals, 'calendar-full', 'event-of-removed-person'),
  async restore(things, _inside, { db, account, limits }) {
    const people = await db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.accountId, account.id));
    for (const { row } of things) {
      await refuseOneMore(db, account.id, limits.events);
      const { user_id: userId } = kept.parse(row);
      // An event of a person who was removed is not restored: without its person it would become an
      // event of the whole household, visible to other elders.
      if (userId !== null && !people.some(({ id }) => id === userId)) {
        throw calendarRefusal('event-of-removed-person');
      }
      await putBack(db, calendarEvents, [row]);
    }
  },
};

/** Refuses to restore a person if the calendar has more events than its limit. */
export const eventsOfPerson = {
  refuseTooMany: (db: Db, accountId: string, limits: HouseholdLimits) =>
    refuseOneMore(db, accountId, limits.events, 0),
  refusals: some(calendarRefusals, 'calendar-full'),
};
