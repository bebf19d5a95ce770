import { sql } from 'drizzle-orm';
import { accessibilityPreferences } from '#database/schema/accessibility.ts';
import { users } from '#database/schema/households.ts';
import { archived, type TablePart } from '#platform/server/archive/portable.ts';
import { accessibility } from '../contract.ts';

/** The limit on the number of elders is checked with the people themselves. */
const MAX_ROWS = 1_000;

export const accessibilityInArchive: TablePart = {
  name: 'accessibility',
  version: 1,
  isAdded: true,
  tables: [
    archived(accessibilityPreferences, {
      name: 'preferences',
      // In the order of the people, which is the same before and after an import.
      order: [
        sql`(select ${users.createdAt} from ${users} where ${users.id} = ${accessibilityPreferences.userId}
          and ${users.accountId} = ${accessibilityPreferences.accountId})`,
        accessibilityPreferences.userId,
      ],
      fields: accessibility.shape,
      before: 'cleared',
      restoring: {
        mostRows: ({ elders }) => Math.max(MAX_ROWS, elders),
        once: ({ userId }) => ['accessibility', userId],
      },
    }),
  ],
};
