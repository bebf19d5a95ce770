import { formatWallTime } from '#platform/shared/zoned-time.ts';
import type { CalendarEvent } from '../../contract.ts';
import { EVENT_VARIANTS } from '../event-variants.ts';
import { countMessage, dayName } from './day-grid.ts';

interface DayCellProps {
  date: string;
  /** Undefined while loading. */
  events: readonly CalendarEvent[] | undefined;
  most: number;
  isToday: boolean;
  isSelected: boolean;
  isOfMonth: boolean;
}

/** Maximum number of dots per day on a phone; the count is also given as text. */
const MAX_DOTS = 3;

const SELECTED =
  'bg-call-tint outline-3 -outline-offset-3 outline-call print:bg-transparent print:outline-none';

/** One day: its number, which selects it, and its first events. The table handles the presses. */
export function DayCell({ date, events, most, isToday, isSelected, isOfMonth }: DayCellProps) {
  const count = events?.length ?? 0;
  const shown = events?.slice(0, most) ?? [];
  const ground = isOfMonth ? 'bg-surface' : 'bg-ground';
  return (
    <td
      data-date={date}
      className={`h-16 cursor-pointer border border-line p-0 align-top tablet:h-32 print:h-auto print:border-line-strong ${isSelected ? SELECTED : ground}`}
    >
      <button
        type="button"
        tabIndex={isSelected ? 0 : -1}
        aria-pressed={isSelected}
        {...(isToday ? { 'aria-current': 'date' as const } : {})}
        aria-label={events ? `${dayName(date)}, ${countMessage(count)}` : dayName(date)}
        className={`flex min-h-11.5 w-full items-center justify-center px-2 print:min-h-0 print:justify-start tablet:justify-start ${isOfMonth ? 'font-semibold' : 'text-soft'}`}
      >
        <span
          className={`grid min-w-8 place-items-center rounded-full px-1.5 leading-8 print:leading-5 ${isToday ? 'bg-gold text-ink' : ''}`}
        >
          {Number(date.slice(8))}
        </span>
      </button>
      <p
        aria-hidden="true"
        className="flex min-h-3 justify-center gap-1 tablet:hidden print:hidden"
      >
        {events?.slice(0, MAX_DOTS).map(({ id, eventType }) => (
          <span
            key={id}
            className={`size-2 rounded-full bg-current ${EVENT_VARIANTS[eventType].ink}`}
          />
        ))}
      </p>
      <ul className="hidden gap-1 px-1 pb-1 tablet:grid print:grid print:gap-0.5">
        {shown.map((event) => (
          <EventChip key={event.id} event={event} />
        ))}
        {count > shown.length ? (
          <li className="px-1.5 text-help text-soft print:text-xs">
            and {count - shown.length} more
          </li>
        ) : null}
      </ul>
    </td>
  );
}

/**
 * An event that happens once can be dragged to another day; the list of the day offers the same
 * without dragging.
 */
function EventChip({ event }: { event: CalendarEvent }) {
  const { id, title, startTime, eventType } = event;
  const isMovable = event.recurringFrequency === null;
  return (
    <li
      {...(isMovable ? { draggable: true, 'data-id': id } : {})}
      className={`rounded-badge px-1.5 py-0.5 text-help leading-tight print:flex print:gap-1 print:border-l-4 print:border-current print:py-0 print:pr-0 print:text-xs print:rounded-none print:bg-transparent ${isMovable ? 'cursor-grab' : ''} ${EVENT_VARIANTS[eventType].plate}`}
    >
      {startTime ? (
        <span className="tabular inline-block whitespace-nowrap pr-1.5 print:pr-0">
          {formatWallTime(startTime)}
        </span>
      ) : null}
      <span className="line-clamp-2 font-semibold wrap-anywhere print:line-clamp-1">{title}</span>
    </li>
  );
}
