import { noteAct } from '#features/audit/server.ts';
import { requireRecentSignIn } from '#features/sessions/server.ts';
import { type CardBilling, endForGood } from '#features/subscription/server.ts';
import { type CallerContext, type Feature, feature } from '#platform/server/feature.ts';
import { householdCalls } from './contract.ts';
import { makeTicket, useTicket } from './server/download-tokens.ts';
import { confirmCustomerId, deleteRows, erasureJob } from './server/erasure.ts';
import { type ImportParts, importHousehold, importTurns, presentContent } from './server/import.ts';
import { undoImportsJob } from './server/undo-import.ts';
import { writeArchive } from './server/write-archive.ts';

export interface HouseholdOptions extends ImportParts {
  readonly cards: CardBilling | undefined;
  readonly productVersion: string;
  /** Maximum number of imports that run or wait. */
  readonly mostImports: number;
}

/** Endpoints for the whole household: export, import and deletion. */
export function householdFeature(options: HouseholdOptions): Feature {
  const { files, portables, cards, productVersion } = options;
  const { store } = files;
  const inTurn = importTurns(options.mostImports);
  return feature(
    householdCalls,
    {
      makeTicket: {
        async outsideTransaction({ body }, context) {
          await requireRecentSignIn(body.password, context);
          const { database, account, now } = context;
          const ticket = await database.inHousehold(account.id, async (db) => {
            const made = await makeTicket(db, context, now);
            await noteAct(db, context, 'export-prepared');
            return made;
          });
          return { ticket };
        },
      },

      export: {
        async outsideTransaction({ query }, context) {
          const { account, now, read } = context;
          await beginDownload(query.ticket, context);
          const parts = { store, portables, productVersion, accountId: account.id, now, read };
          return {
            filename: `household-${now.toISOString().slice(0, 10)}.zip`,
            type: 'application/zip',
            write: (output) => writeArchive(output, parts),
          };
        },
      },

      async mayImport(_call, { db, account, busy }) {
        const isEmpty = (await presentContent(db, account.id, options)) === undefined;
        return { isEmpty: isEmpty && busy === undefined };
      },

      import: {
        outsideTransaction: ({ file }, context) =>
          importHousehold(file, { ...options, inTurn }, context),
      },

      remove: {
        async outsideTransaction({ body }, context) {
          await confirmCustomerId(body.customerId, context);
          await requireRecentSignIn(body.password, context);
          await endForGood(cards, context, () => deleteRows(context));
          context.setSession('', 0);
          // The audit log was deleted with the household, so this line is the only record.
          context.log.info('household deleted by its super admin');
          context.afterwards('removing the files of a deleted household', () =>
            store.removeHousehold(context.account.id),
          );
          return undefined;
        },
      },
    },
    [erasureJob(store), undoImportsJob(options)],
  );
}

async function beginDownload(ticket: string, context: CallerContext): Promise<void> {
  const { database, account, now } = context;
  await database.inHousehold(account.id, async (db) => {
    await useTicket(db, context, ticket, now);
    await noteAct(db, context, 'household-exported');
  });
}
