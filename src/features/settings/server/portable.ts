import { eq } from 'drizzle-orm';
import { settings } from '#database/schema/home.ts';
import { archived, type TablePart } from '#platform/server/archive/portable.ts';
import { settings as contract } from '../contract.ts';

export const settingsInArchive: TablePart = {
  name: 'settings',
  version: 1,
  tables: [
    archived(settings, {
      name: 'settings',
      order: [settings.accountId],
      fields: contract.shape,
      without: ['previousTimezone', 'timezoneChangedAt'],
      added: {
        snoozeMinutes: 10,
        askWhoseMedications: true,
        remindersOfOneTime: 'undecided',
        showFirstSteps: true,
      },
      before: 'changed',
      restoring: {
        mostRows: 1,
        // No rescheduling is needed, because a household without medications has no doses.
        async store(db, all, { accountId }) {
          for (const values of all) {
            await db.update(settings).set(values).where(eq(settings.accountId, accountId));
          }
        },
      },
    }),
  ],
};
