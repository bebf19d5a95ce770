import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import bell from '@phosphor-icons/core/assets/duotone/bell-ringing-duotone.svg?raw';
import { useState } from 'react';
import type { Elder } from '#features/people/elders.ts';
import { useElders } from '#features/people/web/queries.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { formatTime } from '#kit/shared/zoned-time.ts';
import { ConfirmDialog } from '#kit/web/forms/ConfirmDialog.tsx';
import { Box } from '#kit/web/ui/Box.tsx';
import { Button } from '#kit/web/ui/Button.tsx';
import { Whose } from '#kit/web/ui/ForWhom.tsx';
import { ListState } from '#kit/web/ui/ListState.tsx';
import { useNow } from '#kit/web/use-now.ts';
import type { UpcomingMedication } from '../../contract.ts';
import { isFarAhead } from '../../day-list.ts';
import { DoseBadge } from '../DoseBadge.tsx';
import { useUpcomingMedications } from '../todays-doses.ts';
import { useSayDose } from './use-say-dose.ts';

/** Today's doses with what became of them, and Taken and Skip for those that wait. */
export function TodaysReminders({ timezone }: { timezone: string }) {
  const query = useUpcomingMedications();
  const now = useNow(MINUTE_MS);
  const doses = query.data ?? [];
  const elders = useElders();
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
            <ReminderRow key={dose.id} dose={dose} now={now} timezone={timezone} elders={elders} />
          ))}
        </ul>
      </ListState>
    </Box>
  );
}

interface DoseProps {
  dose: UpcomingMedication;
  now: Date;
  timezone: string;
}

function ReminderRow({ dose, now, timezone, elders }: DoseProps & { elders: readonly Elder[] }) {
  const { name, dosage } = dose.medication;
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 py-4 @md:grid-cols-[6.75rem_1fr_auto] @2xl:flex @2xl:min-h-19.5 @2xl:py-3">
      <time dateTime={dose.scheduledTime} className="font-bold tabular @2xl:w-27 @2xl:flex-none">
        {formatTime(new Date(dose.scheduledTime), timezone)}
      </time>
      <div className="col-span-2 row-start-2 min-w-0 @md:col-span-1 @md:row-start-1 @md:col-start-2 @2xl:flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          <Whose id={dose.userId} people={elders} />
        </p>
        {dosage ? <p className="text-help text-soft">{dosage}</p> : null}
      </div>
      <DoseBadge dose={dose} now={now} />
      {dose.status === 'pending' ? <DoseActions dose={dose} now={now} timezone={timezone} /> : null}
    </li>
  );
}

function DoseActions({ dose, now, timezone }: DoseProps) {
  const { say: sayOf, pressed } = useSayDose(timezone);
  const say = (status: 'taken' | 'skipped') => void sayOf({ ...dose, doseId: dose.id }, status);
  const [isAsking, setAsking] = useState(false);
  const { name } = dose.medication;
  // What is hours ahead is quiet, and asks first: one wrong press would silence its reminder.
  const isFar = isFarAhead(dose.scheduledTime, now);
  return (
    <div className="col-span-2 mt-1 grid grid-cols-2 gap-2 @md:col-span-3 @md:flex @md:justify-self-end @2xl:mt-0 @2xl:pl-2">
      <Button
        variant={isFar ? 'outline' : 'success'}
        icon={check}
        aria-label={`Taken: ${name}`}
        isPending={pressed === 'taken'}
        isDisabled={pressed === 'skipped'}
        onPress={() => (isFar ? setAsking(true) : say('taken'))}
      >
        Taken
      </Button>
      <Button
        variant="outline"
        aria-label={`Skip: ${name}`}
        isPending={pressed === 'skipped'}
        isDisabled={pressed === 'taken'}
        onPress={() => say('skipped')}
      >
        Skip
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={`It is for ${formatTime(new Date(dose.scheduledTime), timezone)}. Taken already?`}
          text={`${name}. It is ${formatTime(now, timezone)} now. Marked as taken, it does not ring.`}
          keep="Not yet"
          action="Yes, taken"
          call={async () => say('taken')}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}
