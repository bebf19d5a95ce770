import { formatMonthDay } from '#platform/shared/zoned-time.ts';
import { type Square, type SquareLook, squaresMessage } from './doctor-page.ts';

const LOOKS: Readonly<Record<SquareLook, string>> = {
  all: 'border-ink bg-ink',
  some: 'border-ink bg-[repeating-linear-gradient(45deg,#b9bfd1_0_2px,#fff_2px_4px)]',
  none: 'border-ink bg-[linear-gradient(45deg,transparent_44%,currentColor_44%_56%,transparent_56%),linear-gradient(-45deg,transparent_44%,currentColor_44%_56%,transparent_56%)]',
  empty: 'border-dashed border-line-strong',
  away: 'border-dashed border-ink bg-[radial-gradient(circle,currentColor_0_0.125rem,transparent_0.15rem)]',
};

const LEGEND: readonly (readonly [SquareLook, string])[] = [
  ['all', 'all taken'],
  ['some', 'some'],
  ['none', 'none'],
  ['empty', 'no doses, or not answered yet'],
  ['away', 'away'],
];

/** Every second weekday has a label. */
const WEEKDAYS = [
  ['Mon', 'row-start-1'],
  ['Wed', 'row-start-3'],
  ['Fri', 'row-start-5'],
  ['Sun', 'row-start-7'],
] as const;

const SQUARE = 'size-4 flex-none rounded-[0.25rem] border [print-color-adjust:exact]';

/**
 * Shows weeks of days as squares that can be distinguished without colour. Hidden from screen
 * readers, because the sentence contains the same counts.
 */
export function DaySquares({ weeks }: { weeks: readonly (readonly Square[])[] }) {
  const looks = new Set(weeks.flat().map(({ look }) => look));
  return (
    <section aria-label="Last 13 weeks, day by day">
      <h3 className="mb-1.5 font-bold print:text-[0.9375rem]">Last 13 weeks, day by day</h3>
      <div aria-hidden="true" className="flex gap-1 overflow-x-auto">
        <ul className="grid grid-rows-7 gap-1 pr-1">
          {WEEKDAYS.map(([name, row]) => (
            <li key={name} className={`${row} h-4 leading-4`}>
              {name}
            </li>
          ))}
        </ul>
        {weeks.map((week) => (
          <ul key={week[0]?.date} className="grid grid-rows-7 gap-1">
            {week.map(({ date, look }) => (
              <li key={date} title={formatMonthDay(date)} className={`${SQUARE} ${LOOKS[look]}`} />
            ))}
          </ul>
        ))}
      </div>
      <p className="mt-1.5">{squaresMessage(weeks)}</p>
      <ul aria-hidden="true" className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
        {LEGEND.filter(([look]) => look !== 'away' || looks.has(look)).map(([look, word]) => (
          <li key={look} className="flex items-center gap-1.5">
            <span className={`${SQUARE} ${LOOKS[look]}`} />
            {word}
          </li>
        ))}
      </ul>
    </section>
  );
}
