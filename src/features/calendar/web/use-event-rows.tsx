import { type ReactNode, useState } from 'react';
import { useEditedRows } from '#platform/web/use-edited-rows.ts';
import type { CalendarEvent } from '../contract.ts';
import { DeleteEvent } from './DeleteEvent.tsx';
import { EventRow } from './EventRow.tsx';
import type { ListedEvent } from './event-messages.ts';

interface EventRowsOptions {
  /** The stored events that are listed. */
  rows: readonly CalendarEvent[];
  /** All stored events, to detect that one was deleted. */
  events: readonly CalendarEvent[];
  today: string;
  /** True if the rows are those of one day instead of each event's next date. */
  isOfDay?: boolean;
  /** Returns additional controls for an event. */
  more?: (event: CalendarEvent) => ReactNode;
}

/**
 * Renders events as rows to edit or delete; an event that is being edited stays until its form is
 * closed.
 */
export function useEventRows({ events, today, isOfDay = false, ...options }: EventRowsOptions) {
  const [deleting, setDeleting] = useState<ListedEvent>();
  const held = useEditedRows(options.rows, ({ id }) => id);
  const shown = held.shown.map((row) => events.find(({ id }) => id === row.id) ?? row);
  const rows = (some: readonly ListedEvent[]) => (
    <ul className="@container divide-y divide-line border-line border-b">
      {some.map((each) => (
        <EventRow
          key={each.event.id}
          listed={each}
          today={today}
          more={options.more?.(each.event)}
          onDelete={() => setDeleting(each)}
          isGone={!events.some(({ id }) => id === each.event.id)}
          onEditing={(isEditing) => held.hold(each.event, isEditing)}
        />
      ))}
    </ul>
  );
  const dialog = deleting ? (
    <DeleteEvent
      listed={deleting}
      today={today}
      isOfDay={isOfDay}
      onClose={() => setDeleting(undefined)}
    />
  ) : null;
  return { shown, rows, dialog };
}
