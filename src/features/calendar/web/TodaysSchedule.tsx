import calendar from '@phosphor-icons/core/assets/duotone/calendar-dots-duotone.svg?raw';
import { formatWallTime, localDate, localTime } from '#platform/shared/zoned-time.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { TouchCard, TouchEmpty, TouchSkeletons, TouchUnread } from '#platform/web/ui/TouchCard.tsx';
import type { CalendarEvent } from '../contract.ts';
import { daySchedule } from '../domain/day-schedule.ts';
import { EVENT_VARIANTS } from './event-variants.ts';
import { useTodaysEvents } from './todays-events.ts';

/** Today's events: all-day ones first, then past, current and later ones. */
export function TodaysSchedule({ timezone, now }: { timezone: string; now: Date }) {
  const query = useTodaysEvents(localDate(now, timezone));
  const { data: events, isPending } = query;
  return (
    <TouchCard icon={calendar} title="Today’s Schedule">
      {isPending && <TouchSkeletons />}
      {!isPending && !events && (
        <TouchUnread
          text="The schedule cannot be shown right now"
          onAgain={() => void query.refetch()}
        />
      )}
      {events?.length === 0 && <TouchEmpty icon={calendar} text="No events scheduled for today" />}
      {events && events.length > 0 && <Rows events={events} time={localTime(now, timezone)} />}
    </TouchCard>
  );
}

function Rows({ events, time }: { events: readonly CalendarEvent[]; time: string }) {
  const { wholeDay, past, next } = daySchedule(events, time);
  return (
    <ol>
      {wholeDay.map((event) => (
        <Row key={event.id} event={event} />
      ))}
      {past.map((event) => (
        <Row key={event.id} event={event} isPast />
      ))}
      {past.length > 0 && next.length > 0 && (
        <li className="flex items-center gap-3 font-bold text-[1.5rem] text-watch-deep after:flex-1 after:rounded-[2px] after:border-watch after:border-t-4">
          <span>Now</span>
        </li>
      )}
      {next.map((event) => (
        <Row key={event.id} event={event} />
      ))}
    </ol>
  );
}

function Row({ event, isPast = false }: { event: CalendarEvent; isPast?: boolean }) {
  const { title, description, startTime, endTime, eventType } = event;
  const { word, icon, ink } = EVENT_VARIANTS[eventType];
  const weight = isPast ? 'font-medium text-soft' : 'font-bold';
  return (
    <li
      data-event
      className="grid gap-x-5 py-4.5 first:pt-1 tablet:grid-cols-[8.25rem_minmax(0,1fr)] [[data-event]+&]:border-line [[data-event]+&]:border-t-2"
    >
      <p className={`whitespace-nowrap text-item tabular-nums ${weight}`}>
        {startTime === null ? (
          'All day'
        ) : (
          <time dateTime={startTime}>{formatWallTime(startTime)}</time>
        )}
      </p>
      <div className="min-w-0 wrap-anywhere">
        <p className={`text-[1.875rem] leading-[1.2] ${weight}`}>{title}</p>
        <p className="mt-1 flex items-center gap-2.5 text-least text-soft">
          <Icon of={icon} className={`mt-0.5 self-start text-[1.75rem] ${isPast ? '' : ink}`} />
          <span>
            {word}
            {endTime !== null && `, until ${formatWallTime(endTime)}`}
            {isPast && <span className="sr-only">, over</span>}
          </span>
        </p>
        {description && <p className="whitespace-pre-line text-least text-soft">{description}</p>}
      </div>
    </li>
  );
}
