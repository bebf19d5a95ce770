import { eq } from 'drizzle-orm';
import { settings } from '#database/schema/home.ts';
import { type Portable, section } from '#kit/server/archive/portable.ts';
import { undoOf } from '#kit/server/archive/portable-undo.ts';
import { settings as row, type Settings } from '../contract.ts';

export const settingsInArchive: Portable = {
  name: 'settings',
  version: 1,
  undo: undoOf(settings),
  sections: [
    section({
      name: 'settings',
      async *rows({ read, accountId }) {
        const found = await read((db) =>
          db.select().from(settings).where(eq(settings.accountId, accountId)),
        );
        for (const { accountId: _, version: __, ...values } of found) yield { row: values };
      },
      restoring: {
        // Downloads of before do not say whether it has been asked.
        row: row
          .extend({ askWhoseMedications: row.shape.askWhoseMedications.default(true) })
          .strict(),
        mostRows: 1,
        columns: (values: Settings) => values,
        // Nothing is due yet in a household without medications, whatever its timezone.
        async store(db, all, { accountId }) {
          for (const values of all) {
            await db.update(settings).set(values).where(eq(settings.accountId, accountId));
          }
        },
      },
    }),
  ],
};
