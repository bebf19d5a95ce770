import { sql } from 'drizzle-orm';
import { accessibilityPreferences } from '#database/schema/accessibility.ts';
import { archived, type TablePart } from '#kit/server/archive/portable.ts';
import { accessibility } from '../contract.ts';

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
        sql`(select created_at from users where id = ${accessibilityPreferences.userId})`,
        accessibilityPreferences.userId,
      ],
      fields: accessibility.shape,
      before: 'cleared',
      restoring: {
        mostRows: ({ elders }) => elders,
        once: ({ userId }) => ['accessibility', userId],
      },
    }),
  ],
};
