import { noteAct } from '#features/audit/server.ts';
import { type Feature, feature } from '#platform/server/feature.ts';
import { stockCalls } from './contract.ts';
import { listEntries, putStock, refillStock, removeStock } from './server/change-stock.ts';
import { lowStockJob } from './server/low-job.ts';
import { asStock, countedMedications } from './server/stock-rows.ts';

export { stockInArchive } from './server/portable.ts';

/** The stock of medications, for families that count it. */
export const stockFeature: Feature = feature(
  stockCalls,
  {
    async list(_call, { db, account, now }) {
      return (await countedMedications(db, account.id, now)).map(asStock);
    },
    async put({ params, body }, context) {
      const { stock, name } = await putStock(params.medicationId, body, context);
      await noteAct(context.db, context, 'stock-counted', name);
      return stock;
    },
    async refill({ params, body }, context) {
      const { stock, name } = await refillStock(params.medicationId, body.units, context);
      await noteAct(context.db, context, 'stock-refilled', name);
      return stock;
    },
    entries: ({ params }, context) => listEntries(params.medicationId, context),
    async remove({ params }, context) {
      const name = await removeStock(params.medicationId, context);
      await noteAct(context.db, context, 'stock-ended', name);
    },
  },
  [lowStockJob],
);
