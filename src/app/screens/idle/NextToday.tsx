import calendar from '@phosphor-icons/core/assets/duotone/calendar-dots-duotone.svg?raw';
import pill from '@phosphor-icons/core/assets/duotone/pill-duotone.svg?raw';
import { notYetOver } from '#features/calendar/domain/day-schedule.ts';
import { useTodaysEvents } from '#features/calendar/web/todays-events.ts';
import { nextDoses } from '#features/medications/domain/next-doses.ts';
import { useUpcomingMedications } from '#features/medications/web/todays-doses.ts';
import { formatTime, formatWallTime, localDate, localTime } from '#platform/shared/zoned-time.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';

interface NextTodayProps {
  now: Date;
  timezone: string;
}

/** The next event and the next dose of today, on one line each. */
export function NextToday({ now, timezone }: NextTodayProps) {
  const { data: events = [] } = useTodaysEvents(localDate(now, timezone));
  const { data: doses = [] } = useUpcomingMedications();
  const [event] = notYetOver(events, localTime(now, timezone));
  const [dose] = nextDoses(doses, now).next;
  if (event === undefined && dose === undefined) return null;
  return (
    <div className="idle-next">
      {event && (
        <Line
          icon={calendar}
          time={event.startTime === null ? 'All day' : formatWallTime(event.startTime)}
          text={event.title}
        />
      )}
      {dose && (
        <Line
          icon={pill}
          time={formatTime(dose.scheduledTime, timezone)}
          text={dose.doses.map(({ medication }) => medication.name).join(', ')}
        />
      )}
    </div>
  );
}

function Line({ icon, time, text }: { icon: string; time: string; text: string }) {
  return (
    <p>
      <Icon of={icon} />
      <span>{time}</span>
      <b>{text}</b>
    </p>
  );
}
