import { formatMonthDay, localDate } from '#platform/shared/zoned-time.ts';
import { MEASURE_KINDS } from '../../domain/kinds.ts';
import { figureMessage, KIND_NAMES } from '../../domain/measure-messages.ts';
import { type Summary, summaryOf } from '../../domain/summaries.ts';
import type { DayNote } from '../../note-contract.ts';
import { useDayNotes, useMeasureValues } from '../queries.ts';
import { MeasurePlot } from './MeasurePlot.tsx';
import type { Days, PlottedValue } from './plot.ts';

interface MeasuresSheetProps {
  values: readonly PlottedValue[];
  notes: readonly Pick<DayNote, 'id' | 'date' | 'text'>[];
  days: Days;
}

const HEAD = 'mb-1.5 font-bold print:text-[0.9375rem]';

/** The measurements and notes on the doctor's page; null if there are none. */
export function MeasuresSheet({ values, notes, days }: MeasuresSheetProps) {
  const kinds = MEASURE_KINDS.flatMap((kind) => summaryOf(kind, values) ?? []);
  if (kinds.length === 0 && notes.length === 0) return null;
  return (
    <div className="mt-4 grid grid-cols-1 gap-x-8 gap-y-4 print:mt-3 print:grid-cols-2 print:gap-y-2 tablet:grid-cols-2">
      {kinds.map((summary) => (
        <Measure key={summary.kind} summary={summary} days={days} />
      ))}
      {notes.length === 0 ? null : (
        <section aria-label="Notes of the family">
          <h3 className={HEAD}>Notes of the family</h3>
          <ul className="grid gap-1">
            {notes.map(({ id, date, text }) => (
              <li key={id} className="break-inside-avoid whitespace-pre-line wrap-anywhere">
                <strong className="font-bold">{formatMonthDay(date)}.</strong> {text}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Measure({ summary, days }: { summary: Summary<PlottedValue>; days: Days }) {
  const { kind, count, lowest, highest, last } = summary;
  const name = KIND_NAMES[kind];
  const day = formatMonthDay(localDate(new Date(last.measuredAt), days.timezone));
  return (
    <section aria-label={name} className="break-inside-avoid">
      <h3 className={HEAD}>{name}</h3>
      <p className="mb-1">
        {count === 1 ? '1 value' : `${count} values`}. Lowest {figureMessage(lowest)}, highest{' '}
        {figureMessage(highest)}, last {figureMessage(last)} on {day}.
      </p>
      <MeasurePlot summary={summary} days={days} isSmall />
    </section>
  );
}

/** Fetches the measurements and notes for a signed-in user. */
export function MeasuresOnSheet({ userId, ...days }: Days & { userId: string }) {
  const { from, to } = days;
  const values = useMeasureValues({ userId, from, to }).data ?? [];
  const notes = useDayNotes({ userId, from, to }).data ?? [];
  return <MeasuresSheet values={values} notes={notes} days={days} />;
}
