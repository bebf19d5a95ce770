import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { homeButtons } from '#database/schema/home.ts';
import { archived, type TablePart } from '#platform/server/archive/portable.ts';
import { text } from '#platform/server/archive/portable-fields.ts';
import { DEFAULT_BUTTONS } from '../domain/defaults.ts';
import { MAX_LABEL_LENGTH } from '../limits.ts';

export const homeButtonsInArchive: TablePart = {
  name: 'home-buttons',
  version: 1,
  tables: [
    archived(homeButtons, {
      name: 'buttons',
      order: [homeButtons.order],
      without: ['icon', 'route'],
      fields: {
        buttonKey: { name: 'button', is: z.enum(DEFAULT_BUTTONS.map((each) => each.buttonKey)) },
        label: text(MAX_LABEL_LENGTH).min(1),
      },
      before: 'changed',
      restoring: {
        mostRows: DEFAULT_BUTTONS.length,
        async store(db, all, { accountId }) {
          const present = await db
            .select()
            .from(homeButtons)
            .where(eq(homeButtons.accountId, accountId))
            .orderBy(asc(homeButtons.order));
          const named = new Map(all.map((button) => [button.buttonKey, button]));
          // A button that is not in the archive is placed after the others.
          const others = present.filter(({ buttonKey }) => !named.has(buttonKey));
          for (const [order, button] of [...named.values(), ...others].entries()) {
            const { buttonKey, label, isEnabled } = button;
            await db
              .update(homeButtons)
              .set({ label, isEnabled, order })
              .where(
                and(eq(homeButtons.accountId, accountId), eq(homeButtons.buttonKey, buttonKey)),
              );
          }
        },
      },
    }),
  ],
};
