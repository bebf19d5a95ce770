import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { localDate } from '#platform/shared/zoned-time.ts';
import { lazyPart } from '#platform/web/lazy-part.tsx';
import { readLocal, writeLocal } from '#platform/web/local-values.ts';
import { Choices } from '#platform/web/ui/Choices.tsx';
import { useNow } from '#platform/web/use-now.ts';
import { AddEvent } from './AddEvent.tsx';
import { EventList } from './EventList.tsx';
import { FamilyCalendar } from './FamilyCalendar.tsx';

const CalendarDays = lazyPart(async () => (await import('./month/CalendarDays.tsx')).CalendarDays);

const VIEWS = [
  { value: 'list', label: 'List' },
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
] as const;

type CalendarView = (typeof VIEWS)[number]['value'];

/** Key of the last chosen view in the browser's storage. */
const PLACE = 'calendar-view';

/** The events, the form that adds one, and the feed for the family's calendar programs. */
export function CalendarTab() {
  const { data, isPending } = useSettings();
  const { timezone } = data ?? DEFAULT_SETTINGS;
  const today = localDate(useNow(MINUTE_MS), timezone);
  const [view, choose] = useView();
  const [wanted, setWanted] = useState<{ date: string }>();
  // The form starts with today's date, which depends on the household's time zone.
  if (isPending) return null;
  const isList = view === 'list';
  return (
    <div
      className={`grid items-start gap-x-8 gap-y-5.5 broad:grid-cols-[minmax(0,1fr)_19rem] wide:grid-cols-[minmax(0,1fr)_21rem] ${isList ? 'broad:grid-rows-[auto_auto_1fr]' : 'broad:grid-rows-[auto_auto_auto_1fr]'}`}
    >
      <div className="broad:col-span-2">
        <Choices label="View" choices={VIEWS} value={view} onChange={choose} />
      </div>
      {isList ? null : (
        <CalendarDays view={view} today={today} onAdd={(date) => setWanted({ date })} />
      )}
      <div className="broad:col-start-2">
        <AddEvent today={today} wanted={wanted} />
      </div>
      {isList ? (
        <div className="min-w-0 broad:col-start-1 broad:row-span-2 broad:row-start-2">
          <EventList today={today} />
        </div>
      ) : null}
      <div className="broad:col-start-2">
        <FamilyCalendar timezone={timezone} />
      </div>
    </div>
  );
}

function rememberedView(): CalendarView {
  const kept = readLocal(PLACE);
  return VIEWS.find(({ value }) => value === kept)?.value ?? 'list';
}

/** The last view of this browser; a link to an event opens the list. */
function useView() {
  const wanted = useSearchParams()[0].get('show');
  const [chosen, setChosen] = useState({ view: rememberedView(), wanted: null as string | null });
  const view = wanted !== null && wanted !== chosen.wanted ? 'list' : chosen.view;
  const choose = (next: CalendarView) => {
    setChosen({ view: next, wanted });
    writeLocal(PLACE, next);
  };
  return [view, choose] as const;
}
