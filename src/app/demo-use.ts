import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { content } from '#database/schema/content.ts';
import { users } from '#database/schema/households.ts';
import { noteUse } from '#features/analytics/server/note-use.ts';
import { SHELVES } from '#features/analytics/server/shelves.ts';
import { DEFAULT_SETTINGS } from '#features/settings/defaults.ts';
import { MINUTE_MS, SECOND_MS } from '#kit/shared/durations.ts';
import { addDays, instantOf, localDate } from '#kit/shared/zoned-time.ts';
import { chanceOf, DAYS_OF_HISTORY, type DemoSignIn } from './demo.ts';

/** What is opened on an ordinary day, when, for how many minutes, and on how many days of a hundred. */
const HABITS = [
  { activity: 'myday', time: '08:10', minutes: 2, often: 90 },
  { activity: 'photos', time: '10:20', minutes: 6, often: 70 },
  { activity: 'read', time: '11:05', minutes: 11, often: 45 },
  { activity: 'listen', time: '15:30', minutes: 24, often: 65 },
  { activity: 'call', time: '16:32', minutes: 14, often: 25 },
  { activity: 'watch', time: '19:15', minutes: 18, often: 80 },
] as const;

/** Notes what the elder of a demo household used in the month before, as the tablet would have. */
export async function addDemoUse(
  database: Database,
  { elder }: DemoSignIn,
  now: Date,
): Promise<void> {
  await database.asSystem(async (db) => {
    const [person] = await db.select().from(users).where(eq(users.email, elder));
    if (!person) return;
    const { id: userId, accountId } = person;
    const things = await db
      .select({ id: content.id, kind: content.kind })
      .from(content)
      .where(eq(content.accountId, accountId))
      .orderBy(content.kind, content.order);
    for (const { activity, from, until, day } of usesUntil(now)) {
      const kind = Object.entries(SHELVES).find(([name]) => name === activity)?.[1];
      const its = things.filter((thing) => thing.kind === kind);
      const use = { accountId, userId, activity, itemId: its[day % its.length]?.id };
      const seconds = (until.getTime() - from.getTime()) / SECOND_MS;
      const started = { content: `${activity}_started`, seconds: 0, at: from };
      const ended = { content: `${activity}_ended`, seconds, at: until };
      await noteUse(db, { ...use, ...started, id: randomUUID() });
      await noteUse(db, { ...use, ...ended, id: randomUUID() });
    }
  });
}

/** The same on the same day of the month; nothing that is still to come. */
function usesUntil(now: Date) {
  const { timezone } = DEFAULT_SETTINGS;
  const first = addDays(localDate(now, timezone), -DAYS_OF_HISTORY);
  const days = Array.from({ length: DAYS_OF_HISTORY + 1 }, (_, day) => day);
  const uses = days.flatMap((day) =>
    HABITS.map(({ activity, time, minutes, often }) => {
      const chance = chanceOf(`${activity} ${day}`);
      const from = instantOf(addDays(first, day), time, timezone);
      const until = new Date(from.getTime() + minutes * MINUTE_MS + chance * 4 * SECOND_MS);
      return { activity, from, until, day, happens: chance < often && until <= now };
    }),
  );
  return uses.filter(({ happens }) => happens);
}
