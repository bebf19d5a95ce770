import { DEFAULT_SETTINGS } from '#features/settings/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { localDate } from '#kit/shared/zoned-time.ts';
import { useNow } from '#kit/web/use-now.ts';
import { AddEvent } from './AddEvent.tsx';
import { EventList } from './EventList.tsx';
import { FamilyCalendar } from './FamilyCalendar.tsx';

/** What is planned, the form that adds to it, and the way into the family's own calendars. */
export function CalendarTab() {
  const { data, isPending } = useSettings();
  const { timezone } = data ?? DEFAULT_SETTINGS;
  const today = localDate(useNow(MINUTE_MS), timezone);
  // The form starts with today, which only the household's timezone tells.
  if (isPending) return null;
  return (
    <div className="grid items-start gap-x-8 gap-y-5.5 broad:grid-cols-[minmax(0,1fr)_19rem] wide:grid-cols-[minmax(0,1fr)_21rem] broad:grid-rows-[auto_1fr]">
      <div className="broad:col-start-2">
        <AddEvent today={today} />
      </div>
      <div className="min-w-0 broad:col-start-1 broad:row-span-2 broad:row-start-1">
        <EventList today={today} />
      </div>
      <div className="broad:col-start-2">
        <FamilyCalendar timezone={timezone} />
      </div>
    </div>
  );
}
