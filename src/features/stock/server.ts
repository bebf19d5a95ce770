import type { AuditAction } from '#features/audit/contract.ts';
import { noteAudit } from '#features/audit/server.ts';
import { type Feature, feature, type MemberContext } from '#kit/server/feature.ts';
import { stockCalls } from './contract.ts';
import { listEntries, putStock, refillStock, removeStock } from './server/change-stock.ts';
import { lowStockJob } from './server/low-job.ts';
import { asStock, countedMedications } from './server/stock-rows.ts';

export { stockInArchive } from './server/portable.ts';

/** What is left of medications, for the families that count it. */
export const stockFeature: Feature = feature(
  stockCalls,
  {
    async list(_call, { db, account, now }) {
      return (await countedMedications(db, account.id, now)).map(asStock);
    },
    async put({ params, body }, context) {
      const { stock, name } = await putStock(params.medicationId, body, context);
      await note(context, 'stock-counted', name);
      return stock;
    },
    async refill({ params, body }, context) {
      const { stock, name } = await refillStock(params.medicationId, body.units, context);
      await note(context, 'stock-refilled', name);
      return stock;
    },
    entries: ({ params }, context) => listEntries(params.medicationId, context),
    async remove({ params }, context) {
      const name = await removeStock(params.medicationId, context);
      await note(context, 'stock-ended', name);
    },
  },
  [lowStockJob],
);

function note(context: MemberContext, action: AuditAction, subject: string): Promise<void> {
  const { db, account, user } = context;
  return noteAudit(db, context, { accountId: account.id, action, userId: user.id, subject });
}
