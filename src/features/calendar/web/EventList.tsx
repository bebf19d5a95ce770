import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { Button } from '#platform/web/ui/Button.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { listed } from './event-messages.ts';
import { useEvents } from './queries.ts';
import { useEventRows } from './use-event-rows.tsx';

/** Number of past events that are shown before "Show all" is pressed. */
const PAST_SHOWN = 5;

/** Lists the coming events by their next date, then past ones; each can be edited or deleted. */
export function EventList({ today }: { today: string }) {
  const query = useEvents();
  const [showsAll, setShowsAll] = useState(false);
  const events = query.data ?? [];
  const { shown, rows, dialog } = useEventRows({ rows: events, events, today });
  const { coming, past } = listed(shown, today);
  // The event that the address names may be one of the hidden past events.
  const wanted = useSearchParams()[0].get('show');
  const isWanted = past.slice(PAST_SHOWN).some(({ event }) => event.id === wanted);
  const shownPast = showsAll || isWanted ? past : past.slice(0, PAST_SHOWN);
  return (
    <section aria-label="Events" className="min-w-0">
      <ListState
        query={query}
        isEmpty={coming.length + past.length === 0}
        emptyText="No events scheduled"
        errorText="The events could not be loaded."
      >
        {coming.length > 0 ? rows(coming) : <p className="py-4 text-soft">Nothing is coming up.</p>}
        {past.length > 0 ? (
          <>
            <h2 className="mt-8 mb-2 font-bold text-section">Past</h2>
            {rows(shownPast)}
            {shownPast.length < past.length ? (
              <Button variant="quiet" className="mt-2" onPress={() => setShowsAll(true)}>
                Show all {past.length} past events
              </Button>
            ) : null}
          </>
        ) : null}
      </ListState>
      {dialog}
    </section>
  );
}
