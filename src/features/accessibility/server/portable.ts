import { sql } from 'drizzle-orm';
import { accessibilityPreferences } from '#database/schema/accessibility.ts';
import { users } from '#database/schema/households.ts';
import { archived, type TablePart } from '#kit/server/archive/portable.ts';
import { accessibility } from '../contract.ts';

/** Whether there is room for the elders themselves is said in words of its own. */
const MOST_ROWS = 1_000;

/** What was set for each elder. */
export const accessibilityInArchive: TablePart = {
  name: 'accessibility',
  version: 1,
  isAdded: true,
  tables: [
    archived(accessibilityPreferences, {
      name: 'preferences',
      // As the people themselves, wherever they have been brought in.
      order: [
        sql`(select ${users.createdAt} from ${users} where ${users.id} = ${accessibilityPreferences.userId}
          and ${users.accountId} = ${accessibilityPreferences.accountId})`,
        accessibilityPreferences.userId,
      ],
      fields: accessibility.shape,
      before: 'cleared',
      restoring: {
        mostRows: ({ elders }) => Math.max(MOST_ROWS, elders),
        once: ({ userId }) => ['accessibility', userId],
      },
    }),
  ],
};
