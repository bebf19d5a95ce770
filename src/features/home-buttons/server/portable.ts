import { and, asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { homeButtons } from '#database/schema/home.ts';
import { type Portable, section } from '#kit/server/archive/portable.ts';
import { text } from '#kit/server/archive/portable-fields.ts';
import { undoOf } from '#kit/server/archive/portable-undo.ts';
import { DEFAULT_BUTTONS } from '../defaults.ts';

const row = z.strictObject({
  button: z.enum(DEFAULT_BUTTONS.map(({ buttonKey }) => buttonKey)),
  label: text(40).min(1),
  isEnabled: z.boolean(),
});

type Row = z.output<typeof row>;

/** The buttons in their order. */
export const homeButtonsInArchive: Portable = {
  name: 'home-buttons',
  version: 1,
  undo: undoOf(homeButtons),
  sections: [
    section({
      name: 'buttons',
      async *rows({ read, accountId }) {
        const buttons = await read((db) =>
          db
            .select()
            .from(homeButtons)
            .where(eq(homeButtons.accountId, accountId))
            .orderBy(asc(homeButtons.order)),
        );
        for (const { buttonKey: button, label, isEnabled } of buttons) {
          yield { row: { button, label, isEnabled } };
        }
      },
      restoring: {
        row,
        mostRows: DEFAULT_BUTTONS.length,
        columns: (button: Row) => button,
        async store(db, all, { accountId }) {
          const present = await db
            .select()
            .from(homeButtons)
            .where(eq(homeButtons.accountId, accountId))
            .orderBy(asc(homeButtons.order));
          const named = new Map(all.map((button) => [button.button, button]));
          // One that the archive does not know stands behind those that it knows.
          const others = present.filter(({ buttonKey }) => !named.has(buttonKey));
          const order = [...named.keys(), ...others.map(({ buttonKey }) => buttonKey)];
          for (const [place, buttonKey] of order.entries()) {
            const { button: _, ...said } = named.get(buttonKey) ?? { button: buttonKey };
            await db
              .update(homeButtons)
              .set({ ...said, order: place })
              .where(
                and(eq(homeButtons.accountId, accountId), eq(homeButtons.buttonKey, buttonKey)),
              );
          }
        },
      },
    }),
  ],
};
