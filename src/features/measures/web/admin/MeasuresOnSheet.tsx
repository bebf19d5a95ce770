import { useDayNotes, useMeasureValues } from '../queries.ts';
import { MeasuresSheet } from './MeasuresSheet.tsx';
import type { Days } from './plot.ts';

interface MeasuresOnSheetProps extends Days {
  userId: string;
}

/** The same, read for whoever is signed in. */
export function MeasuresOnSheet({ userId, ...days }: MeasuresOnSheetProps) {
  const { from, to } = days;
  const values = useMeasureValues({ userId, from, to }).data ?? [];
  const notes = useDayNotes({ userId, from, to }).data ?? [];
  return <MeasuresSheet values={values} notes={notes} days={days} />;
}
