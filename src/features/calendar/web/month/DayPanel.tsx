import arrow from '@phosphor-icons/core/assets/bold/arrow-bend-up-right-bold.svg?raw';
import plus from '@phosphor-icons/core/assets/bold/plus-bold.svg?raw';
import { useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import type { CalendarEvent } from '../../contract.ts';
import type { useEvents } from '../queries.ts';
import { useEventRows } from '../use-event-rows.tsx';
import { dayName } from './day-grid.ts';
import { MoveEvent } from './MoveEvent.tsx';
import { isMovable } from './use-move-event.ts';

interface DayPanelProps {
  date: string;
  today: string;
  /** The occurrences of that day; undefined while loading or after an error. */
  occurrences: readonly CalendarEvent[] | undefined;
  /** The stored events, which are edited. */
  stored: ReturnType<typeof useEvents>;
  onAdd: () => void;
}

/** The events of the selected day, each to edit or delete, and a button to add one. */
export function DayPanel({ date, today, occurrences, stored, onAdd }: DayPanelProps) {
  const events = stored.data ?? [];
  const ofDay = (occurrences ?? []).flatMap(
    (occurrence) => events.find(({ id }) => id === occurrence.id) ?? [],
  );
  // Returns the date of a row: an event that is being edited stays in the list with its own date
  // when another day is selected.
  const dayOf = (event: CalendarEvent) => (ofDay.includes(event) ? date : event.eventDate);
  const [moving, setMoving] = useState<CalendarEvent>();
  const { shown, rows, dialog } = useEventRows({
    rows: ofDay,
    events,
    today,
    isOfDay: true,
    more: (event) => <Move event={event} onPress={() => setMoving(event)} />,
  });
  return (
    <section aria-label={dayName(date)} className="min-w-0">
      <header className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-bold text-section">{dayName(date)}</h2>
        <Button variant="outline" icon={plus} onPress={onAdd}>
          Add event on this day
        </Button>
      </header>
      {occurrences === undefined ? null : (
        <ListState
          query={stored}
          isEmpty={shown.length === 0}
          emptyText="No events on this day"
          errorText="The events could not be loaded."
        >
          {rows(shown.map((event) => ({ event, next: dayOf(event) })))}
        </ListState>
      )}
      {dialog}
      {moving ? (
        <MoveEvent event={moving} today={today} onClose={() => setMoving(undefined)} />
      ) : null}
    </section>
  );
}

/**
 * The button that moves an event to another day. A recurring event cannot be moved, because it has
 * no single day.
 */
function Move({ event, onPress }: { event: CalendarEvent; onPress: () => void }) {
  if (!isMovable(event)) {
    return (
      <span className="px-2 text-help text-soft">
        It repeats: Edit moves all its days together.
      </span>
    );
  }
  return (
    <Button
      variant="quiet"
      icon={arrow}
      aria-label={`Move ${event.title} to another day`}
      onPress={onPress}
    >
      Move
    </Button>
  );
}
