import { useNow } from '#platform/web/use-now.ts';
import type { Medication } from '../../contract.ts';
import { movedMessage } from '../../domain/moved-messages.ts';
import { useUpcomingMedications } from '../todays-doses.ts';

interface MovedTimesProps {
  /** The medication as stored. */
  medication: Medication;
  /** The times in the form. */
  times: readonly string[];
  timezone: string;
}

/** Explains before saving the effect on today's dose when its time is moved after it was taken. */
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
