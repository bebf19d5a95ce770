import { useNow } from '#kit/web/use-now.ts';
import type { Medication } from '../../contract.ts';
import { movedMessage } from '../../moved-messages.ts';
import { useUpcomingMedications } from '../todays-doses.ts';

interface MovedTimesProps {
  /** As it is stored. */
  medication: Medication;
  /** As they are now in the form. */
  times: readonly string[];
  timezone: string;
}

/** Says before saving what becomes of today's dose that was taken and whose time is moved. */
export function MovedTimes({ medication, times, timezone }: MovedTimesProps) {
  const { data = [] } = useUpcomingMedications();
  const now = useNow(30_000);
  return (
    <div role="status" className="grid gap-1 font-semibold text-help empty:hidden">
      {movedMessage(medication, times, data, { now, timezone }).map((words) => (
        <p key={words}>{words}</p>
      ))}
    </div>
  );
}
