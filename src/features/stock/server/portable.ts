import { z } from 'zod';
import { medicationStocks, stockEntries } from '#database/schema/stock.ts';
import { archived, type TablePart } from '#platform/server/archive/portable.ts';
import { ENTRY_KINDS } from '../contract.ts';
import { MAX_ENTRIES, MAX_UNITS, MAX_UNITS_PER_DOSE, MAX_WARN_BEFORE } from '../limits.ts';

const MAX_NAME_LENGTH = 500;

const pieces = (most: number) => z.number().min(0).max(most);

export const stockInArchive: TablePart = {
  name: 'stock',
  version: 1,
  isAdded: true,
  tables: [
    archived(medicationStocks, {
      name: 'stocks',
      order: [medicationStocks.countedAt, medicationStocks.medicationId],
      // The time of the last warning is not exported, so the warning may be sent again after the
      // import.
      without: ['toldAt'],
      fields: {
        unitsPerDose: z.number().positive().max(MAX_UNITS_PER_DOSE),
        // No maximum, because refills after a count can add up to more than the maximum stock.
        countedUnits: z.number().min(0),
        warnBefore: z.int().min(1).max(MAX_WARN_BEFORE).nullable(),
      },
      restoring: {
        mostRows: ({ medications }) => medications,
        once: ({ medicationId }) => [
          'stock',
          String(medicationId),
          'this medication is counted twice',
        ],
      },
    }),
    archived(stockEntries, {
      name: 'entries',
      order: [stockEntries.at, stockEntries.id],
      longest: MAX_NAME_LENGTH,
      fields: { kind: z.enum(ENTRY_KINDS), units: pieces(MAX_UNITS) },
      restoring: { mostRows: ({ medications }) => MAX_ENTRIES * medications },
    }),
  ],
};
