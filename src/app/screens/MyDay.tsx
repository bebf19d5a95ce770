import calendar from '@phosphor-icons/core/assets/duotone/calendar-dots-duotone.svg?raw';
import { useRecordActivity } from '#features/analytics/web/queries.ts';
import { AwayNotice } from '#features/away/web/elder/AwayNotice.tsx';
import { useAwayMessage } from '#features/away/web/elder/use-away-message.ts';
import { useTimeAway } from '#features/away/web/elder/use-time-away.ts';
import { useEventLines } from '#features/calendar/web/event-lines.tsx';
import { TodaysSchedule } from '#features/calendar/web/TodaysSchedule.tsx';
import { MeasuresOnMyDay } from '#features/measures/web/elder/MeasuresOnMyDay.tsx';
import { TodaysMedications } from '#features/medications/web/elder/TodaysMedications.tsx';
import { TryAlarm } from '#features/medications/web/elder/TryAlarm.tsx';
import { useUpcomingMedications } from '#features/medications/web/todays-doses.ts';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { useTimezone } from '#features/settings/web/use-timezone.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { formatDay } from '#platform/shared/zoned-time.ts';
import { SectionBar } from '#platform/web/ui/SectionBar.tsx';
import { ShowMore } from '#platform/web/ui/ShowMore.tsx';
import { TouchCard, TouchSkeletons } from '#platform/web/ui/TouchCard.tsx';
import { useNow } from '#platform/web/use-now.ts';
import { useSpoken } from '#platform/web/voice/voice.ts';
import { sectionIcon } from './home/section-icons.ts';

/** Today's medications, events and measurements. */
export function MyDayScreen() {
  useRecordActivity('myday');
  useSpoken('title', 'My Day');
  const now = useNow(MINUTE_MS);
  const settings = useSettings().data ?? DEFAULT_SETTINGS;
  const timezone = useTimezone();
  const between = useEventLines(timezone, now);
  const { data: doses = [] } = useUpcomingMedications();
  const away = useAwayMessage(timezone, now);
  const isInIt = useTimeAway(timezone, now);
  const rings = doses.some(
    ({ status, scheduledTime }) => status === 'pending' && isInIt?.(scheduledTime),
  );
  return (
    <div className="key-myday flex min-h-[calc(100dvh-var(--above,0rem))] flex-col">
      <SectionBar
        icon={sectionIcon('myday')}
        title="My Day"
        subtitle={timezone && formatDay(now, timezone)}
        now={now}
        timezone={timezone}
      />
      <main className="grid flex-1 grid-cols-1 content-start items-start gap-6 p-4 tablet:p-8 tablet:pt-6 broad:grid-cols-[1.66fr_1fr]">
        <TodaysMedications
          timezone={timezone}
          isAlarmEnabled={settings.medicationAlarmEnabled}
          between={between}
          away={away && <AwayNotice message={away} rings={rings} />}
        />
        <div className="grid gap-6">
          {timezone ? <TodaysSchedule timezone={timezone} now={now} /> : <ScheduleToCome />}
          <MeasuresOnMyDay now={now} timezone={timezone} />
          <TryAlarm isAlarmEnabled={settings.medicationAlarmEnabled} />
        </div>
      </main>
      <ShowMore />
    </div>
  );
}

/** Placeholder until the current date of the household is known. */
function ScheduleToCome() {
  return (
    <TouchCard icon={calendar} title="Today’s Schedule">
      <TouchSkeletons />
    </TouchCard>
  );
}
