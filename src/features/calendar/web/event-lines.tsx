import { useRef } from 'react';
import { formatWallTime, instantOf, localDate } from '#platform/shared/zoned-time.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import type { CalendarEvent } from '../contract.ts';
import { EVENT_VARIANTS } from './event-variants.ts';
import { useTodaysEvents } from './todays-events.ts';

/**
 * Today's timed events as lines for another list, for layouts without the schedule next to it. An
 * event that has started stays listed while the screen is open, so that nothing moves.
 */
export function useEventLines(timezone: string | undefined, now: Date) {
  const today = timezone && localDate(now, timezone);
  const { data: events = [] } = useTodaysEvents(today);
  const shown = useRef(new Set<string>());
  if (timezone === undefined) return [];
  return events.flatMap((event) => {
    const { id, occurrenceDate, startTime } = event;
    if (startTime === null) return [];
    const at = instantOf(occurrenceDate, startTime, timezone);
    const key = `${occurrenceDate} ${id}`;
    if (at > now) shown.current.add(key);
    return shown.current.has(key)
      ? [{ at, line: <EventLine key={key} {...{ event, startTime }} /> }]
      : [];
  });
}

/** The line is hidden from screen readers, because the schedule below announces the event. */
function EventLine({ event, startTime }: { event: CalendarEvent; startTime: string }) {
  return (
    <div
      aria-hidden="true"
      className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-0.5 rounded-box bg-call-tint px-4 py-2 text-call-deep broad:hidden"
    >
      <Icon of={EVENT_VARIANTS[event.eventType].icon} className="flex-none text-[2rem]" />
      <p className="flex min-w-[min(14rem,100%)] flex-1 flex-wrap items-baseline gap-x-4 text-elder leading-tight">
        <span className="tabular basis-28 text-least">{formatWallTime(startTime)}</span>
        <strong className="min-w-[min(10rem,100%)] flex-1 font-bold wrap-anywhere">
          {event.title}
        </strong>
      </p>
    </div>
  );
}
