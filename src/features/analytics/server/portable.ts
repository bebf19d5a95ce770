import { and, asc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import {
  analyticsDays,
  analyticsEvents,
  analyticsItems,
  analyticsLogins,
  analyticsTotals,
} from '#database/schema/analytics.ts';
import {
  inPages,
  LineRefused,
  type Portable,
  type Reading,
  section,
} from '#kit/server/archive/portable.ts';
import { count, instant, number, written } from '#kit/server/archive/portable-fields.ts';
import { removalOf, undoOf } from '#kit/server/archive/portable-undo.ts';
import { ACTIVITIES, type Activity } from '../uses.ts';

/** Of every activity of every day of twenty years. */
const MOST_DAYS = 50_000;
const MOST_ITEMS = 5_000;

const activity = z.enum(ACTIVITIES);

const day = z.strictObject({
  day: z.iso.date(),
  activity,
  visits: count,
  openings: count,
  visitSeconds: count,
  openingSeconds: count,
  endedVisits: count,
  endedOpenings: count,
});

const total = z.strictObject({
  activity,
  views: count,
  sessions: count,
  seconds: z.int().min(0),
});

/** What is opened in these activities, by the names that it has in an archive. */
const KINDS = { watch: 'video', listen: 'playlist', read: 'article' } as const;

const item = z.strictObject({
  activity: z.enum(['watch', 'listen', 'read']),
  number,
  openings: count,
  lastAt: instant,
});

const login = z.strictObject({ total: count, lastAt: instant });

/** A sum that is there twice would be stored once, or not at all. */
function refuseTwice(place: number): void {
  if (place > 0) throw new LineRefused('this is there twice');
}

/** The sums. What they were made of, each single use, stays where it was noted. */
export const analyticsInArchive: Portable = {
  name: 'analytics',
  version: 1,
  async clear(db, accountId) {
    for (const table of [analyticsDays, analyticsTotals, analyticsItems]) {
      await db.delete(table).where(eq(table.accountId, accountId));
    }
  },
  undo: undoOf(analyticsDays, analyticsTotals, analyticsItems, analyticsLogins),
  removals: [removalOf(analyticsDays), removalOf(analyticsItems)],
  outdated: [removalOf(analyticsEvents)],
  sections: [
    section({
      name: 'days',
      async *rows(reading) {
        for await (const one of inPages<DayRow>((last, limit) => daysAfter(reading, last, limit))) {
          const { accountId: _, ...rest } = one;
          yield { row: { ...rest, activity: known(rest.activity) } };
        }
      },
      restoring: {
        row: day,
        mostRows: MOST_DAYS,
        columns(given: z.output<typeof day>, { accountId, ids }) {
          refuseTwice(ids.place(`day ${given.day} ${given.activity}`));
          return { ...given, accountId };
        },
        async store(db, all) {
          await db.insert(analyticsDays).values(all);
        },
      },
    }),
    section({
      name: 'totals',
      async *rows({ read, accountId }) {
        const totals = await read((db) =>
          db.select().from(analyticsTotals).where(eq(analyticsTotals.accountId, accountId)),
        );
        for (const { accountId: _, ...rest } of totals.sort(byActivity)) {
          yield { row: { ...rest, activity: known(rest.activity) } };
        }
      },
      restoring: {
        row: total,
        mostRows: ACTIVITIES.length,
        columns(given: z.output<typeof total>, { accountId, ids }) {
          refuseTwice(ids.place(`total ${given.activity}`));
          return { ...given, accountId };
        },
        async store(db, all) {
          await db.insert(analyticsTotals).values(all);
        },
      },
    }),
    section({
      name: 'items',
      async *rows(reading) {
        for (const row of await openingsOf(reading)) yield { row };
      },
      restoring: {
        row: item,
        mostRows: MOST_ITEMS,
        columns(given: z.output<typeof item>, { accountId, ids }) {
          const itemId = ids.of(KINDS[given.activity], given.number);
          refuseTwice(ids.place(`opened ${itemId}`));
          const { number: _, ...rest } = given;
          return { ...rest, accountId, itemId };
        },
        async store(db, all) {
          await db.insert(analyticsItems).values(all);
        },
      },
    }),
    section({
      name: 'logins',
      async *rows({ read, accountId }) {
        const rows = await read((db) =>
          db.select().from(analyticsLogins).where(eq(analyticsLogins.accountId, accountId)),
        );
        for (const { total: signIns, lastAt } of rows) {
          yield { row: { total: signIns, lastAt: written(lastAt) } };
        }
      },
      restoring: {
        row: login,
        mostRows: 1,
        columns: (given: z.output<typeof login>, { accountId }) => ({ ...given, accountId }),
        store: storeLogins,
      },
    }),
  ],
};

type DayRow = typeof analyticsDays.$inferSelect;

function daysAfter({ read, accountId }: Reading, last: DayRow | undefined, limit: number) {
  const after =
    last === undefined
      ? undefined
      : sql`(${analyticsDays.day}, ${analyticsDays.activity}) > (${last.day}, ${last.activity})`;
  return read((db) =>
    db
      .select()
      .from(analyticsDays)
      .where(and(eq(analyticsDays.accountId, accountId), after))
      .orderBy(asc(analyticsDays.day), asc(analyticsDays.activity))
      .limit(limit),
  );
}

/** Of what the household still has: of anything else nothing is ever told. */
async function openingsOf({ read, accountId, numbers }: Reading): Promise<z.input<typeof item>[]> {
  const rows = await read((db) =>
    db.select().from(analyticsItems).where(eq(analyticsItems.accountId, accountId)),
  );
  return rows
    .flatMap(({ itemId, activity: of, openings, lastAt }) => {
      const opened = item.shape.activity.safeParse(of).data;
      const place = opened && numbers.of(KINDS[opened], itemId);
      return opened && place
        ? [{ activity: opened, number: place, openings, lastAt: written(lastAt) }]
        : [];
    })
    .sort((one, other) => byActivity(one, other) || one.number - other.number)
    .slice(0, MOST_ITEMS);
}

/** What a table says is a string. */
const ORDER: readonly string[] = ACTIVITIES;

interface OfActivity {
  readonly activity: string;
}

function byActivity(one: OfActivity, other: OfActivity): number {
  return placeOf(one) - placeOf(other);
}

function placeOf({ activity: of }: OfActivity): number {
  return ORDER.indexOf(of);
}

function known(stored: string): Activity {
  return ACTIVITIES.find((each) => each === stored) ?? 'photos';
}

/** In the place of the sign-ins that it took to come here. */
async function storeLogins(db: Db, all: readonly (typeof analyticsLogins.$inferInsert)[]) {
  for (const { accountId, total: signIns, lastAt } of all) {
    const columns = { total: signIns, lastAt };
    await db
      .insert(analyticsLogins)
      .values({ accountId, ...columns })
      .onConflictDoUpdate({ target: analyticsLogins.accountId, set: columns });
  }
}
