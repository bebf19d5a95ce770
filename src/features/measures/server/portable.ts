import { z } from 'zod';
import { askedMeasures, dayNotes, measureValues } from '#database/schema/measures.ts';
import { archived, type TablePart } from '#kit/server/archive/portable.ts';
import { localDate, text } from '#kit/server/archive/portable-fields.ts';
import { GLUCOSE_UNITS, MEASURE_KINDS, MEASURE_UNITS, WEIGHT_UNITS } from '../kinds.ts';
import { LONGEST_NOTE, MOST_NOTES, MOST_VALUES } from '../limits.ts';
import { whatIsWrong } from '../values.ts';

const LONGEST_NAME = 500;

/** Values and notes, including deleted ones that can be restored. */
export const measuresInArchive: TablePart = {
  name: 'measures',
  version: 1,
  isAdded: true,
  tables: [
    archived(askedMeasures, {
      name: 'asked',
      order: [askedMeasures.userId],
      fields: {
        kinds: z.array(z.enum(MEASURE_KINDS)).max(MEASURE_KINDS.length),
        weightUnit: z.enum(WEIGHT_UNITS),
        glucoseUnit: z.enum(GLUCOSE_UNITS),
      },
      restoring: {
        mostRows: ({ elders }) => elders,
        once: ({ userId }) => ['asked', String(userId), 'of this elder it is said twice'],
      },
    }),
    archived(measureValues, {
      name: 'values',
      order: [measureValues.measuredAt, measureValues.id],
      isPaged: true,
      longest: LONGEST_NAME,
      fields: {
        kind: z.enum(MEASURE_KINDS),
        unit: z.enum(MEASURE_UNITS),
        first: z.number(),
        second: z.number().nullable(),
        localDate: { name: 'date', is: localDate },
      },
      check: whatIsWrong,
      restoring: { mostRows: MOST_VALUES },
    }),
    archived(dayNotes, {
      name: 'notes',
      order: [dayNotes.writtenAt, dayNotes.id],
      isPaged: true,
      longest: LONGEST_NAME,
      fields: {
        text: text(LONGEST_NOTE),
        localDate: { name: 'date', is: localDate },
      },
      restoring: { mostRows: MOST_NOTES },
    }),
  ],
};
