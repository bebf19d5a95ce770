import { z } from 'zod';
import { medicationStocks, stockEntries } from '#database/schema/stock.ts';
import { archived, type TablePart } from '#kit/server/archive/portable.ts';
import { ENTRY_KINDS } from '../contract.ts';
import { MOST_ENTRIES, MOST_UNITS, MOST_UNITS_PER_DOSE, MOST_WARN_BEFORE } from '../limits.ts';

const LONGEST_NAME = 500;

const pieces = (most: number) => z.number().min(0).max(most);

export const stockInArchive: TablePart = {
  name: 'stock',
  version: 1,
  isAdded: true,
  tables: [
    archived(medicationStocks, {
      name: 'stocks',
      order: [medicationStocks.countedAt, medicationStocks.medicationId],
      // Not exported, so the warning may be sent again after the import.
      without: ['toldAt'],
      fields: {
        unitsPerDose: z.number().positive().max(MOST_UNITS_PER_DOSE),
        // No maximum, because refills can add up to more than the limit of units at one time.
        countedUnits: z.number().min(0),
        warnBefore: z.int().min(1).max(MOST_WARN_BEFORE).nullable(),
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
      longest: LONGEST_NAME,
      fields: { kind: z.enum(ENTRY_KINDS), units: pieces(MOST_UNITS) },
      restoring: { mostRows: ({ medications }) => MOST_ENTRIES * medications },
    }),
  ],
};
