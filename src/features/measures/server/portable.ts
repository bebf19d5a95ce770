import { z } from 'zod';
import { dayNotes, measureValues, requestedMeasures } from '#database/schema/measures.ts';
import { archived, type TablePart } from '#platform/server/archive/portable.ts';
import { localDate, text } from '#platform/server/archive/portable-fields.ts';
import { GLUCOSE_UNITS, MEASURE_KINDS, MEASURE_UNITS, WEIGHT_UNITS } from '../domain/kinds.ts';
import { validateValue } from '../domain/values.ts';
import { MAX_NOTE_LENGTH, MAX_NOTES, MAX_VALUES } from '../limits.ts';

const MAX_NAME_LENGTH = 500;

/** Values and notes, including deleted ones that can be restored. */
export const measuresInArchive: TablePart = {
  name: 'measures',
  version: 1,
  isAdded: true,
  tables: [
    archived(requestedMeasures, {
      name: 'asked',
      order: [requestedMeasures.userId],
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
      longest: MAX_NAME_LENGTH,
      fields: {
        kind: z.enum(MEASURE_KINDS),
        unit: z.enum(MEASURE_UNITS),
        first: z.number(),
        second: z.number().nullable(),
        localDate: { name: 'date', is: localDate },
      },
      check: validateValue,
      restoring: { mostRows: MAX_VALUES },
    }),
    archived(dayNotes, {
      name: 'notes',
      order: [dayNotes.writtenAt, dayNotes.id],
      isPaged: true,
      longest: MAX_NAME_LENGTH,
      fields: {
        text: text(MAX_NOTE_LENGTH),
        localDate: { name: 'date', is: localDate },
      },
      restoring: { mostRows: MAX_NOTES },
    }),
  ],
};
