import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import bell from '@phosphor-icons/core/assets/duotone/bell-ringing-duotone.svg?raw';
import { formatTime } from '#kit/shared/zoned-time.ts';
import { toast } from '#kit/web/toasts.tsx';
import { Box } from '#kit/web/ui/Box.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { ListState } from '#kit/web/ui/ListState.tsx';
import { useNow } from '#kit/web/use-now.ts';
import type { UpcomingMedication } from '../contract.ts';
import { DoseBadge } from './DoseBadge.tsx';
import { useLogDose } from './queries.ts';
import { useUpcomingMedications } from './todays-doses.ts';

/** Today's doses with what became of them, and Taken and Skip for those that wait. */
export function TodaysReminders({ timezone }: { timezone: string }) {
  const query = useUpcomingMedications();
  const now = useNow(60_000);
  const doses = query.data ?? [];
  return (
    <Box title="Today’s reminders" icon={bell}>
      <ListState
        query={query}
        isEmpty={doses.length === 0}
        emptyText="No medications scheduled for today"
        errorText="The reminders could not be loaded."
      >
        <ul className="@container divide-y divide-line">
          {doses.map((dose) => (
            <ReminderRow key={dose.id} dose={dose} now={now} timezone={timezone} />
          ))}
        </ul>
      </ListState>
    </Box>
  );
}

interface ReminderRowProps {
  dose: UpcomingMedication;
  now: Date;
  timezone: string;
}

function ReminderRow({ dose, now, timezone }: ReminderRowProps) {
  const { name, dosage } = dose.medication;
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 py-4 @md:grid-cols-[6.75rem_1fr_auto] @2xl:flex @2xl:min-h-19.5 @2xl:py-3">
      <time dateTime={dose.scheduledTime} className="font-bold tabular @2xl:w-27 @2xl:flex-none">
        {formatTime(new Date(dose.scheduledTime), timezone)}
      </time>
      <div className="col-span-2 row-start-2 min-w-0 @md:col-span-1 @md:row-start-1 @md:col-start-2 @2xl:flex-1">
        <p className="font-semibold">{name}</p>
        {dosage ? <p className="text-help text-soft">{dosage}</p> : null}
      </div>
      <DoseBadge dose={dose} now={now} />
      {dose.status === 'pending' ? <DoseActions dose={dose} /> : null}
    </li>
  );
}

function DoseActions({ dose }: { dose: UpcomingMedication }) {
  const logDose = useLogDose();
  const log = async (status: 'taken' | 'skipped') => {
    try {
      const { medicationId, scheduledTime } = dose;
      await logDose.mutateAsync({ medicationId, scheduledTime, status });
      toast.success('Medication status updated successfully');
    } catch {
      toast.error('Error', 'Failed to update medication status');
    }
  };
  const pressed = logDose.isPending ? logDose.variables.status : undefined;
  const { name } = dose.medication;
  return (
    <div className="col-span-2 mt-1 grid grid-cols-2 gap-2 @md:col-span-3 @md:flex @md:justify-self-end @2xl:mt-0 @2xl:pl-2">
      <Button
        look="success"
        icon={check}
        aria-label={`Taken: ${name}`}
        isPending={pressed === 'taken'}
        isDisabled={pressed === 'skipped'}
        onPress={() => void log('taken')}
      >
        Taken
      </Button>
      <Button
        look="outline"
        aria-label={`Skip: ${name}`}
        isPending={pressed === 'skipped'}
        isDisabled={pressed === 'taken'}
        onPress={() => void log('skipped')}
      >
        Skip
      </Button>
    </div>
  );
}
