import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { calendarEvents } from '#database/schema/calendar.ts';
import { users } from '#database/schema/households.ts';
import { type Binnable, type Deleting, putBack, putInBin } from '#features/bin/server.ts';
import { some } from '#kit/shared/refusal.ts';
import { calendarRefusals } from '../refusals.ts';
import { holdEvent, refuseOneMore } from './event-rows.ts';

/** Deletes an event with all its days into the bin. */
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

/** Events with all their days. */
export const eventsInBin: Binnable = {
  kinds: ['event'],
  refusals: some(calendarRefusals, 'calendar-full'),
  async restore(things, _inside, { db, account, limits }) {
    const people = await db
      .select({ id: users.id })
      .from(users)
      .where(eq(users.accountId, account.id));
    for (const { row } of things) {
      await refuseOneMore(db, account.id, limits.events);
      const { user_id: userId } = kept.parse(row);
      // Of somebody who has gone it is the household's, as it had become where it stood.
      const isThere = people.some(({ id }) => id === userId);
      await putBack(db, calendarEvents, [{ ...row, user_id: isThere ? userId : null }]);
    }
  },
};
