import { randomUUID } from 'node:crypto';
import { noteAct } from '#features/audit/server.ts';
import { feature } from '#platform/server/feature.ts';
import { refuseStale } from '#platform/server/versions.ts';
import { addDays, instantOf } from '#platform/shared/zoned-time.ts';
import { calendarCalls } from './contract.ts';
import { changedEvent, completeEvent } from './domain/complete-event.ts';
import { occursOn } from './domain/occurrences.ts';
import { calendarRefusal } from './refusals.ts';
import {
  addEvent,
  asCalendarEvent,
  asCompleteEvent,
  holdEvent,
  MAX_OCCURRENCES,
  occurrences,
  recurrenceOf,
  storedEvents,
  storeEvent,
  todaysEvents,
} from './server/event-rows.ts';
import { deleteEvent } from './server/events-in-bin.ts';

export { todaysEvents } from './server/event-rows.ts';
export { eventsInBin, eventsOfPerson } from './server/events-in-bin.ts';
export { feedFeature } from './server/feed.ts';
export { endFeedOf } from './server/feed-maker.ts';
export { calendarInArchive } from './server/portable.ts';

export const calendarFeature = feature(calendarCalls, {
  async list({ query }, { db, account, user }) {
    const { from, to } = query;
    const reader = { accountId: account.id, user };
    if (from === undefined || to === undefined) return storedEvents(db, reader);
    const found = await occurrences(db, reader, from, to);
    if (found.length > MAX_OCCURRENCES) {
      throw calendarRefusal('too-many-occurrences');
    }
    return found;
  },

  async today(_call, { db, account, user, now, cacheUntil }) {
    const { events, timezone, today } = await todaysEvents(
      db,
      { accountId: account.id, user },
      now,
    );
    cacheUntil(instantOf(addDays(today, 1), '00:00', timezone));
    return events;
  },

  async create({ body }, context) {
    const { db, account, now, limits } = context;
    const own = { id: randomUUID(), accountId: account.id, createdAt: now };
    const event = await addEvent(db, own, completeEvent(body), limits);
    await noteAct(db, context, 'event-added', event.title);
    return event;
  },

  async update({ params, body: { version, ...change } }, context) {
    const { db, account } = context;
    const row = await holdEvent(db, account.id, params.id);
    refuseStale(version, asCalendarEvent(row));
    const event = await storeEvent(db, row, changedEvent(asCompleteEvent(row), change));
    await noteAct(db, context, 'event-changed', event.title);
    return event;
  },

  async skip({ params, body: { date } }, context) {
    const { db, account } = context;
    const row = await holdEvent(db, account.id, params.id);
    if (row.skippedDates.includes(date)) return asCalendarEvent(row);
    if (row.recurringFrequency === null || !occursOn(recurrenceOf(row), date)) {
      throw calendarRefusal('event-not-on-that-day');
    }
    const skippedDates = [...row.skippedDates, date].sort();
    const event = await storeEvent(db, row, { ...asCompleteEvent(row), skippedDates });
    await noteAct(db, context, 'event-changed', event.title);
    return event;
  },

  async remove({ params }, context) {
    const { title } = await deleteEvent(context, params.id);
    await noteAct(context.db, context, 'event-deleted', title);
    return undefined;
  },
});
