import {
  type DragEvent,
  type KeyboardEvent,
  type MouseEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import type { CalendarEvent } from '../../contract.ts';
import { WEEKDAYS } from '../event-messages.ts';
import { DayCell } from './DayCell.tsx';
import { dateOfKey } from './day-grid.ts';

interface DayTableProps {
  caption: string;
  weeks: readonly (readonly string[])[];
  /** Undefined while loading. */
  days: ReadonlyMap<string, readonly CalendarEvent[]> | undefined;
  /** YYYY-MM; days of other months are dimmed. */
  month?: string;
  /** Maximum number of events shown per day. */
  most: number;
  today: string;
  selected: string;
  onSelect: (date: string) => void;
  /** Called when an event is dropped on a day. */
  onMove: (id: string, date: string) => void;
}

/** Data transfer type of a dragged event, so that nothing else can be dropped. */
const DRAGGED = 'application/x-calendar-event';

/**
 * A table of weeks. Only the selected day is in the tab order; the arrow keys select other days,
 * including those of adjacent months.
 */
export function DayTable(props: DayTableProps) {
  const { weeks, days, month, most, today, selected, onSelect, onMove } = props;
  const table = useRef<HTMLTableElement>(null);
  const isFocusMoved = useRef(false);
  useLayoutEffect(() => {
    if (!isFocusMoved.current) return;
    isFocusMoved.current = false;
    table.current?.querySelector<HTMLElement>(`[data-date="${selected}"] button`)?.focus();
  }, [selected]);
  const select = (date: string) => {
    isFocusMoved.current = date !== selected;
    onSelect(date);
  };
  const press = ({ target, currentTarget }: MouseEvent<HTMLTableElement>) => {
    const date = dateAt(target);
    if (date === undefined) return;
    currentTarget.querySelector<HTMLElement>(`[data-date="${date}"] button`)?.focus();
    onSelect(date);
  };
  const move = (event: KeyboardEvent) => {
    const date = event.altKey || event.ctrlKey ? undefined : dateOfKey(selected, event.key);
    if (date === undefined) return;
    event.preventDefault();
    select(date);
  };
  const drag = (event: DragEvent) => {
    const { id } = (event.target as HTMLElement).dataset;
    if (id === undefined) return;
    event.dataTransfer.setData(DRAGGED, id);
    event.dataTransfer.effectAllowed = 'move';
  };
  const over = (event: DragEvent) => {
    if (dateAt(event.target) && event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    const date = dateAt(event.target);
    const id = event.dataTransfer.getData(DRAGGED);
    if (date === undefined || id === '') return;
    event.preventDefault();
    onMove(id, date);
  };
  return (
    <table
      ref={table}
      aria-busy={days === undefined}
      className="w-full table-fixed border-collapse"
      onClick={press}
      onKeyDown={move}
      onDragStart={drag}
      onDragOver={over}
      onDrop={drop}
    >
      <caption className="sr-only">{props.caption}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((day) => (
            <th key={day} scope="col" className="pb-1.5 font-semibold text-help text-soft">
              {day}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((date) => (
              <DayCell
                key={date}
                date={date}
                events={days?.get(date) ?? (days && [])}
                most={most}
                isToday={date === today}
                isSelected={date === selected}
                isOfMonth={month === undefined || date.startsWith(month)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function dateAt(target: EventTarget): string | undefined {
  return (target as Element).closest<HTMLElement>('[data-date]')?.dataset.date;
}
