import { awayPeriods } from '#database/schema/medications.ts';
import { awayPeriod } from '#features/medications/domain/away-period.ts';
import { archived, type TablePart } from '#platform/server/archive/portable.ts';
import { MAX_NOTE_LENGTH, MAX_PERIODS } from '../limits.ts';

export const awayInArchive: TablePart = {
  name: 'away',
  version: 1,
  isAdded: true,
  tables: [
    archived(awayPeriods, {
      name: 'periods',
      order: [awayPeriods.createdAt, awayPeriods.id],
      longest: MAX_NOTE_LENGTH,
      fields: awayPeriod.shape,
      restoring: { mostRows: () => MAX_PERIODS },
    }),
  ],
};
