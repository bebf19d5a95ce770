import { useState } from 'react';
import { addDays, formatMonth } from '#platform/shared/zoned-time.ts';
import { useAction } from '#platform/web/forms/use-action.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { NotLoaded } from '#platform/web/ui/EmptyState.tsx';
import { PeriodSteps } from '#platform/web/ui/PeriodSteps.tsx';
import { addMonths } from '../../domain/occurrences.ts';
import { useEvents, useOccurrences } from '../queries.ts';
import { DayPanel } from './DayPanel.tsx';
import { DayTable } from './DayTable.tsx';
import '#platform/web/print-alone.css';
import { byDay, weekName, weekOf, weeksOfMonth } from './day-grid.ts';
import { isMovable, useMoveEvent } from './use-move-event.ts';

interface CalendarDaysProps {
  view: 'month' | 'week';
  today: string;
  /** Called to add an event on a day. */
  onAdd: (date: string) => void;
}

/** Maximum number of events shown per day in a month; a week shows all. */
const MAX_PER_MONTH = 3;

/** A table of a month or week, and below it the events of the selected day. */
export function CalendarDays({ view, today, onAdd }: CalendarDaysProps) {
  const [selected, setSelected] = useState(today);
  const isMonth = view === 'month';
  const weeks = isMonth ? weeksOfMonth(selected) : [weekOf(selected)];
  const dates = weeks.flat();
  const query = useOccurrences(dates[0] ?? selected, dates.at(-1) ?? selected);
  const stored = useEvents();
  const days = query.data && byDay(query.data);
  const name = isMonth ? formatMonth(selected) : weekName(dates);
  const step = (by: 1 | -1) =>
    setSelected(isMonth ? addMonths(selected, by) : addDays(selected, 7 * by));
  const move = useAction(useMoveEvent(today));
  const drop = (id: string, date: string) => {
    const event = stored.data?.find((each) => each.id === id);
    if (event && isMovable(event) && event.eventDate !== date) move.run(event, date);
  };
  return (
    <>
      <section
        aria-label={isMonth ? 'Month' : 'Week'}
        className="print-alone min-w-0 broad:col-span-2"
      >
        <header className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 aria-live="polite" className="font-bold text-section">
            {name}
          </h2>
          <PeriodSteps unit={view} onStep={step}>
            <Button variant="outline" onPress={() => setSelected(today)}>
              Today
            </Button>
          </PeriodSteps>
        </header>
        <State query={query} isEmpty={query.data?.length === 0} name={name} />
        {query.data || query.isPending ? (
          <DayTable
            caption={`Events of ${name}`}
            weeks={weeks}
            days={days}
            {...(isMonth ? { month: selected.slice(0, 7) } : {})}
            most={isMonth ? MAX_PER_MONTH : Number.POSITIVE_INFINITY}
            today={today}
            selected={selected}
            onSelect={setSelected}
            onMove={drop}
          />
        ) : null}
      </section>
      <div className="min-w-0 broad:col-start-1 broad:row-span-2">
        <DayPanel
          date={selected}
          today={today}
          occurrences={days && (days.get(selected) ?? [])}
          stored={stored}
          onAdd={() => onAdd(selected)}
        />
      </div>
    </>
  );
}

interface StateProps {
  query: { isPending: boolean; isError: boolean; data?: unknown; refetch: () => unknown };
  isEmpty: boolean;
  name: string;
}

/** The status of the table: loading, failed or empty. */
function State({ query, isEmpty, name }: StateProps) {
  if (query.isError && query.data === undefined) {
    return <NotLoaded text="The events could not be loaded." onRetry={query.refetch} />;
  }
  const empty = isEmpty ? `No events in ${name}` : '';
  return (
    <p role="status" className="mb-2 min-h-6.5 text-soft empty:invisible print:hidden">
      {query.isPending ? 'Loading…' : empty}
    </p>
  );
}
