import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  analyticsDays,
  analyticsEvents,
  analyticsItems,
  analyticsLogins,
  analyticsTotals,
} from '#database/schema/analytics.ts';
import {
  archived,
  type Field,
  type Reading,
  type Row,
  type TablePart,
  type Written,
} from '#platform/server/archive/portable.ts';
import { number } from '#platform/server/archive/portable-fields.ts';
import { removalOf } from '#platform/server/archive/portable-undo.ts';
import { ACTIVITIES } from '../domain/uses.ts';

/** Maximum number of rows: every activity on every day of twenty years. */
const MAX_DAYS = 50_000;
const MAX_ITEMS = 5_000;

const activity = z.enum(ACTIVITIES);

/** Content kind in the archive by activity. */
const KINDS = { watch: 'video', listen: 'playlist', read: 'article' } as const;

const opened = z.enum(['watch', 'listen', 'read']);

const kindOf = ({ activity: of }: Row) => KINDS[opened.parse(of)];

/** The archive refers to content by its number, if the household still has it. */
const openedItem: Field = {
  name: 'number',
  is: number,
  write: (id, numbers, row) => numbers.of(kindOf(row), z.string().parse(id)),
  read: (given, ids, line) => ids.of(kindOf(line), number.parse(given)),
};

/** Exports only the sums; single uses are not exported. */
export const analyticsInArchive: TablePart = {
  name: 'analytics',
  version: 1,
  outdated: [removalOf(analyticsEvents)],
  tables: [
    archived(analyticsDays, {
      name: 'days',
      order: [analyticsDays.day, analyticsDays.activity],
      isPaged: true,
      fields: { activity },
      before: 'cleared',
      restoring: {
        mostRows: MAX_DAYS,
        once: ({ day, activity: of }) => ['day', `${day} ${of}`],
      },
    }),
    archived(analyticsTotals, {
      name: 'totals',
      order: [
        sql`array_position(${sql.param([...ACTIVITIES])}::text[], ${analyticsTotals.activity})`,
      ],
      fields: { activity },
      before: 'cleared',
      restoring: { mostRows: ACTIVITIES.length, once: ({ activity: of }) => ['total', of] },
    }),
    archived(analyticsItems, {
      name: 'items',
      order: [],
      source: openings,
      fields: { itemId: openedItem, activity: opened },
      before: 'cleared',
      restoring: { mostRows: MAX_ITEMS, once: ({ itemId }) => ['item', itemId] },
    }),
    archived(analyticsLogins, {
      name: 'logins',
      order: [analyticsLogins.accountId],
      before: 'changed',
      restoring: {
        mostRows: 1,
        // Replaces the login count of the server, which at this time counts only the sign-ins for
        // this import.
        async store(db, all) {
          for (const row of all) {
            await db
              .insert(analyticsLogins)
              .values(row)
              .onConflictDoUpdate({ target: analyticsLogins.accountId, set: row });
          }
        },
      },
    }),
  ],
};

/** Exports only content that the household still has, because other content is never shown. */
async function* openings({ read, accountId, numbers }: Reading): AsyncGenerator<Written> {
  const rows = await read((db) =>
    db.select().from(analyticsItems).where(eq(analyticsItems.accountId, accountId)),
  );
  const inOrder = opened.options.flatMap((of) =>
    rows
      .filter((row) => row.activity === of)
      .flatMap((row) => {
        const place = numbers.of(KINDS[of], row.itemId);
        return place === null ? [] : [{ row, place }];
      })
      .sort((one, other) => one.place - other.place),
  );
  for (const { row } of inOrder.slice(0, MAX_ITEMS)) yield { row };
}
