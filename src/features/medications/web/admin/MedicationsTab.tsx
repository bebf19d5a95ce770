import { type ReactNode, useState } from 'react';
import { lazyPart } from '#platform/web/lazy-part.tsx';
import { Tabs } from '#platform/web/ui/Tabs.tsx';
import type { AwayPeriod } from '../../domain/away.ts';
import { useFollowOtherTabs } from '../use-other-tabs.ts';
import { AlarmSwitch } from './AlarmSwitch.tsx';
import { AssignMedications } from './AssignMedications.tsx';
import type { ShownElder } from './doctor/DoctorPage.tsx';
import { MedicationList } from './MedicationList.tsx';
import { PillsTogether } from './PillsTogether.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { useSoundOfDoses } from './sound-here.ts';
import { TodaysReminders } from './TodaysReminders.tsx';

const History = lazyPart(async () => (await import('./History.tsx')).History);
const DoctorPage = lazyPart(async () => (await import('./doctor/DoctorPage.tsx')).DoctorPage);

interface MedicationsTabProps {
  timezone: string;
  alerts: ReactNode;
  /** Notices about problems with the tablets, above all other content. */
  notices: ReactNode;
  /** The stock of the medications, below their list. */
  stock: ReactNode;
  /** Measurements and notes, in a separate tab next to the history. */
  measures: ReactNode;
  /** Further content of the doctor's page for an elder between two local dates. */
  besides: (userId: string, from: string, to: string) => ReactNode;
  away: readonly (AwayPeriod & { readonly userId: string })[];
  doctorActions: (shown: ShownElder) => ReactNode;
}

/**
 * Tabs: today's reminders with the list of medications, the history of all doses, measurements, and
 * the doctor's page.
 */
export function MedicationsTab(props: MedicationsTabProps) {
  const [view, setView] = useState<'today' | 'history' | 'measures' | 'doctor'>('today');
  const { timezone } = props;
  useFollowOtherTabs();
  useSoundOfDoses();
  return (
    <Tabs
      label="Medications"
      selected={view}
      onChange={setView}
      listClassName="mb-5.5 max-[24em]:grid max-[24em]:grid-cols-2 tablet:w-fit [&>*]:tablet:min-w-36"
      tabs={[
        { id: 'today', label: 'Today', content: <Today {...props} /> },
        { id: 'history', label: 'History', content: <History timezone={timezone} /> },
        { id: 'measures', label: 'Measures', content: props.measures },
        {
          id: 'doctor',
          label: 'For the doctor',
          content: (
            <DoctorPage
              timezone={timezone}
              besides={props.besides}
              away={props.away}
              actions={props.doctorActions}
            />
          ),
        },
      ]}
    />
  );
}

function Today({ timezone, alerts, notices, stock }: MedicationsTabProps) {
  return (
    <div className="grid items-start gap-5.5 grid-cols-1 min-[88em]:grid-cols-[minmax(0,1fr)_18rem] min-[88em]:gap-8 wide:grid-cols-[minmax(0,1fr)_21.75rem]">
      <div className="grid gap-5.5">
        {notices}
        <AssignMedications />
        <TodaysReminders timezone={timezone} />
        <PillsTogether />
        <MedicationList timezone={timezone} />
        {stock}
      </div>
      <div className="grid items-start gap-5.5 tablet:max-[88em]:grid-cols-2">
        <AlarmSwitch />
        {alerts}
        <RecentActivity timezone={timezone} />
      </div>
    </div>
  );
}
