import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { formatMonthDay, weekday } from '#platform/shared/zoned-time.ts';
import {
  countMessage,
  lookOf,
  type MedicationDays,
  percentOf,
  together,
  totalMessage,
} from './adherence-days.ts';
import { DayToken } from './DayToken.tsx';
import { MedicationOwner } from './MedicationOwner.tsx';
import { nextCell } from './matrix-keys.ts';

const WEEKDAYS = ['S', 'M', 'T', 'W', 'T', 'F', 'S'];

const NAME_COLUMN =
  'sticky left-0 z-2 w-34 min-w-34 bg-surface py-0.5 pr-2 text-left tablet:w-46 tablet:min-w-46 print:static print:w-64 print:min-w-64 print:text-xs print:leading-tight';

interface AdherenceMatrixProps {
  caption: string;
  medications: readonly MedicationDays[];
  dates: readonly string[];
  today: string;
  onOpen: (medicationId: string, date: string) => void;
}

/**
 * A table of medications by days. It scrolls horizontally next to the fixed names. One cell is in
 * the tab order, and the arrow keys move between the cells (roving tabindex).
 */
export function AdherenceMatrix(props: AdherenceMatrixProps) {
  const { caption, medications, dates, today, onOpen } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string>();
  const cells = medications.map(({ days }) => dates.map((date) => days.has(date)));
  const first = firstOf(cells);
  useLayoutEffect(() => {
    const { current: box } = scroller;
    const column = box?.querySelector<HTMLElement>('[aria-current=date]');
    // Scrolls to today if not all days fit.
    if (box && column) box.scrollLeft = column.offsetLeft + column.offsetWidth - box.clientWidth;
  }, []);
  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const { row, column } = (event.target as HTMLElement).dataset;
    if (row === undefined || column === undefined) return;
    const next = nextCell(cells, { row: Number(row), column: Number(column) }, event.key);
    if (!next) return;
    event.preventDefault();
    const place = `[data-row="${next.row}"][data-column="${next.column}"]`;
    event.currentTarget.querySelector<HTMLElement>(place)?.focus();
  };
  return (
    <div ref={scroller} className="relative overflow-x-auto print:overflow-visible">
      <table className="border-separate border-spacing-0 tabular print:w-full" onKeyDown={move}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={`${NAME_COLUMN} font-semibold text-help text-soft`}>
              Medication
            </th>
            {dates.map((date) => (
              <DayHead key={date} date={date} isToday={date === today} />
            ))}
          </tr>
        </thead>
        <tbody>
          {medications.map((medication, row) => (
            <tr key={medication.medicationId}>
              <MedicationHead medication={medication} />
              {dates.map((date, column) => {
                const place = `${row} ${column}`;
                return (
                  <DayCell
                    key={date}
                    {...{ medication, date, today, row, column }}
                    isStop={place === (current ?? first)}
                    onFocus={() => setCurrent(place)}
                    onPress={() => onOpen(medication.medicationId, date)}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <TotalRow medications={medications} dates={dates} />
        </tfoot>
      </table>
    </div>
  );
}

function firstOf(cells: readonly (readonly boolean[])[]): string | undefined {
  const row = cells.findIndex((days) => days.includes(true));
  return row < 0 ? undefined : `${row} ${cells[row]?.indexOf(true)}`;
}

function DayHead({ date, isToday }: { date: string; isToday: boolean }) {
  return (
    <th
      scope="col"
      {...(isToday ? { 'aria-current': 'date' as const } : {})}
      className="min-w-6.5 px-0 pb-1 text-center font-semibold text-help leading-tight pointer-coarse:min-w-11.5 print:min-w-0 print:text-xs"
    >
      <span className="sr-only">{formatMonthDay(date)}</span>
      <span aria-hidden="true" className="block font-normal text-soft">
        {WEEKDAYS[weekday(date)]}
      </span>
      <span
        aria-hidden="true"
        className={`inline-block rounded-badge px-0.5 ${isToday ? 'bg-gold' : ''}`}
      >
        {Number(date.slice(8))}
      </span>
    </th>
  );
}

function MedicationHead({ medication }: { medication: MedicationDays }) {
  const { name, total, medicationId } = medication;
  const percent = percentOf(total);
  return (
    <th scope="row" className={`${NAME_COLUMN} border-line border-t font-normal leading-snug`}>
      <span className="flex flex-col print:flex-row print:justify-between print:gap-2">
        <span className="font-semibold wrap-anywhere print:line-clamp-2">{name}</span>
        <span className="flex flex-wrap items-center gap-x-2 text-help text-soft print:flex-none print:text-ink print:text-xs">
          {percent === undefined ? totalMessage(total) : `${percent}%`}
          <MedicationOwner id={medicationId} />
        </span>
      </span>
    </th>
  );
}

interface DayCellProps {
  medication: MedicationDays;
  date: string;
  today: string;
  row: number;
  column: number;
  /** True if the cell is in the tab order. */
  isStop: boolean;
  onFocus: () => void;
  onPress: () => void;
}

function DayCell({ medication, date, today, row, column, ...props }: DayCellProps) {
  const day = medication.days.get(date);
  const ground = `border-line border-t p-0 ${weekday(date) === 0 || weekday(date) === 6 ? 'bg-ground' : ''}`;
  if (!day) {
    return (
      <td className={ground}>
        <span className="grid place-items-center">
          {date > today ? null : <DayToken variant="none" />}
          <span className="sr-only">{date > today ? 'Not yet' : 'Not due'}</span>
        </span>
      </td>
    );
  }
  return (
    <td className={ground}>
      <button
        type="button"
        data-row={row}
        data-column={column}
        tabIndex={props.isStop ? 0 : -1}
        aria-label={`${medication.name}, ${formatMonthDay(date)}: ${countMessage(day)}`}
        title={countMessage(day)}
        className="grid min-h-11.5 w-full min-w-6.5 place-items-center rounded-badge hover:bg-sunk pointer-coarse:min-w-11.5 print:min-h-6 print:min-w-0 [&>*]:scale-80 print:[&>*]:scale-100"
        onFocus={props.onFocus}
        onClick={props.onPress}
      >
        <DayToken variant={lookOf(day)} />
      </button>
    </td>
  );
}

/** Shows the percentage of taken doses of each day. */
function TotalRow({ medications, dates }: Pick<AdherenceMatrixProps, 'medications' | 'dates'>) {
  return (
    <tr>
      <th scope="row" className={`${NAME_COLUMN} border-line-strong border-t font-semibold`}>
        All, in percent
      </th>
      {dates.map((date) => {
        const percent = percentOf(
          together(medications.flatMap(({ days }) => days.get(date) ?? [])),
        );
        return (
          <td
            key={date}
            className="h-11.5 border-line-strong border-t text-center text-help tracking-tighter print:h-6 print:text-[0.625rem]"
          >
            {percent}
          </td>
        );
      })}
    </tr>
  );
}
