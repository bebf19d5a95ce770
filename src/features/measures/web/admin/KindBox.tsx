import pencil from '@phosphor-icons/core/assets/bold/pencil-simple-bold.svg?raw';
import trash from '@phosphor-icons/core/assets/bold/trash-bold.svg?raw';
import { momentMessage } from '#platform/shared/moments.ts';
import { localDate } from '#platform/shared/zoned-time.ts';
import { Box } from '#platform/web/ui/Box.tsx';
import { RowButton } from '#platform/web/ui/RowButton.tsx';
import type { MeasureValue } from '../../contract.ts';
import { figureMessage, KIND_NAMES } from '../../domain/measure-messages.ts';
import type { Summary } from '../../domain/summaries.ts';
import { useCorrectValue, useTakeBackValue } from '../queries.ts';
import { MeasurePlot } from './MeasurePlot.tsx';
import type { Days } from './plot.ts';
import { useDeletion } from './use-deletion.ts';

interface KindBoxProps {
  summary: Summary<MeasureValue>;
  days: Days;
  /** Percentage of taken doses, by local date. */
  taken: ReadonlyMap<string, number>;
  onEdit: (value: MeasureValue) => void;
}

/** The values of one kind: the newest one, a plot and a table. */
export function KindBox({ summary, days, taken, onEdit }: KindBoxProps) {
  const { kind, count, lowest, highest, last } = summary;
  const name = KIND_NAMES[kind];
  return (
    <Box title={name}>
      <p>
        <strong className="font-semibold">{figureMessage(last)}</strong>,{' '}
        {momentMessage(new Date(last.measuredAt), days.timezone)}
        {count > 1
          ? `. ${count} values, from ${figureMessage(lowest)} to ${figureMessage(highest)}.`
          : '.'}
      </p>
      <MeasurePlot summary={summary} days={days} taken={taken} />
      <details className="mt-2">
        <summary className="flex min-h-11.5 w-fit cursor-pointer items-center rounded-control px-3 font-semibold hover:bg-sunk">
          {name} as a table
        </summary>
        <div className="relative overflow-x-auto">
          <table className="mt-1 w-full min-w-160 text-left tabular">
            <caption className="sr-only">{name}</caption>
            <thead className="text-help text-soft">
              <tr>
                {['Measured', 'Value', 'Said by', 'Doses taken that day'].map((head) => (
                  <th key={head} scope="col" className="py-1.5 pr-4 font-semibold">
                    {head}
                  </th>
                ))}
                <th scope="col">
                  <span className="sr-only">Change</span>
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line border-line border-t">
              {[...summary.values].reverse().map((value) => (
                <ValueRow key={value.id} {...{ value, taken, onEdit }} timezone={days.timezone} />
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </Box>
  );
}

interface ValueRowProps {
  value: MeasureValue;
  timezone: string;
  taken: ReadonlyMap<string, number>;
  onEdit: (value: MeasureValue) => void;
}

function ValueRow({ value, timezone, taken, onEdit }: ValueRowProps) {
  const remove = useDeletion({
    kind: 'value',
    remove: useTakeBackValue().mutateAsync,
    change: useCorrectValue().mutateAsync,
    words: (gone) => `${KIND_NAMES[gone.kind]}, ${figureMessage(gone)}.`,
  });
  const at = new Date(value.measuredAt);
  const percent = taken.get(localDate(at, timezone));
  const when = momentMessage(at, timezone);
  const what = `${figureMessage(value)}, ${when}`;
  return (
    <tr>
      <th scope="row" className="py-1 pr-4 font-normal">
        {when}
      </th>
      <td className="py-1 pr-4 font-semibold">{figureMessage(value)}</td>
      <td className="py-1 pr-4 wrap-anywhere">
        {value.personName}
        {value.correctedBy === null ? '' : `, corrected by ${value.correctedBy}`}
      </td>
      <td className="py-1 pr-4">{percent === undefined ? '–' : `${percent}%`}</td>
      <td className="py-1">
        <div className="flex justify-end gap-1">
          <RowButton word="Correct" of={what} icon={pencil} onPress={() => onEdit(value)} />
          <RowButton
            word="Delete"
            of={what}
            icon={trash}
            isPending={remove.isPending}
            onPress={() => remove.run(value)}
          />
        </div>
      </td>
    </tr>
  );
}
