import { z } from 'zod';
import { medicationStocks, stockEntries } from '#database/schema/stock.ts';
import { archived, type TablePart } from '#kit/server/archive/portable.ts';
import { ENTRY_KINDS } from '../contract.ts';
import { MOST_ENTRIES, MOST_UNITS, MOST_UNITS_PER_DOSE, MOST_WARN_BEFORE } from '../limits.ts';

const LONGEST_NAME = 500;

const pieces = (most: number) => z.number().min(0).max(most);

/** What is left of medications, and what people said of it. */
export const stockInArchive: TablePart = {
  name: 'stock',
  version: 1,
  isAdded: true,
  tables: [
    archived(medicationStocks, {
      name: 'stocks',
      order: [medicationStocks.countedAt, medicationStocks.medicationId],
      // Whoever was told may be told again where it is brought in.
      without: ['toldAt'],
      fields: {
        unitsPerDose: z.number().positive().max(MOST_UNITS_PER_DOSE),
        // More can have come over the years than was ever there at once.
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
