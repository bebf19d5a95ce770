import { useSettings } from '#features/settings/web/queries.ts';
import { AlarmSwitch } from './AlarmSwitch.tsx';
import { MedicationList } from './MedicationList.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { TodaysReminders } from './TodaysReminders.tsx';

/** Today's reminders and the list they come from; beside them the alarm and what happened lately. */
export function MedicationsTab() {
  const timezone = useSettings().data?.timezone ?? 'America/New_York';
  return (
    <div className="grid items-start gap-5.5 broad:grid-cols-[minmax(0,1fr)_minmax(16rem,21.75rem)] broad:gap-8">
      <div className="grid gap-5.5">
        <TodaysReminders timezone={timezone} />
        <MedicationList timezone={timezone} />
      </div>
      <div className="grid gap-5.5">
        <AlarmSwitch />
        <RecentActivity timezone={timezone} />
      </div>
    </div>
  );
}
