import { MINUTE_MS } from '#platform/shared/durations.ts';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { useNow } from '#platform/web/use-now.ts';
import { lateness } from '../../domain/lateness.ts';
import { useUpcomingMedications } from '../todays-doses.ts';
import { useOldReminders } from './old-reminders.ts';
import { usePressesByDose } from './use-kept-presses.ts';

/**
 * The essential information without a connection: the time, the next dose, and the number of saved
 * answers.
 */
export function OfflineDoses({ timezone }: { timezone: string | undefined }) {
  return (
    <>
      <TimeAndNext timezone={timezone} />
      <SavedAnswers />
    </>
  );
}

/** Shows that undelivered answers are saved, so that the elder does not answer again. */
function SavedAnswers() {
  const saved = [...usePressesByDose().values()].filter(({ waits }) => waits).length;
  if (saved === 0) return null;
  return (
    <p className="text-elder">
      {saved === 1 ? 'One answer is' : `${saved} answers are`} saved on this tablet.
    </p>
  );
}

function TimeAndNext({ timezone }: { timezone: string | undefined }) {
  const now = useNow(MINUTE_MS);
  const old = useOldReminders();
  const { data } = useUpcomingMedications();
  const next = data?.find(
    ({ status, scheduledTime }) =>
      status === 'pending' && lateness(new Date(scheduledTime), now).kind !== 'overdue',
  );
  return (
    <p className="text-elder [&_b]:font-bold">
      {timezone && (
        <>
          It is <b>{formatTime(now, timezone)}</b>.{' '}
        </>
      )}
      {next && (
        <>
          Next medication:{' '}
          <b>
            {timezone
              ? `${next.medication.name} at ${formatTime(new Date(next.scheduledTime), timezone)}`
              : next.medication.name}
          </b>
          .
        </>
      )}
      {old && <b className="block">{old}</b>}
      {data !== undefined && !old && (
        <span className="block">You do not need to do anything. Your reminders go on.</span>
      )}
    </p>
  );
}
