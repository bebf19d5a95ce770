import pill from '@phosphor-icons/core/assets/duotone/pill-duotone.svg?raw';
import { useEffect, useRef } from 'react';
import { ElderButton } from '#kit/web/ui/ElderButton.tsx';
import { ElderCard, ElderEmpty, ElderSkeletons } from '#kit/web/ui/ElderCard.tsx';
import { useNow } from '#kit/web/use-now.ts';
import type { LogStatus, UpcomingMedication } from '../contract.ts';
import { type DayDose, dayList, inTheirPlaces, takenTogether } from '../day-list.ts';
import { saidMessage } from '../said-messages.ts';
import { AsNeededMedications } from './AsNeededMedications.tsx';
import { DayDoseCard } from './DayDoseCard.tsx';
import { useOldReminders } from './old-reminders.ts';
import { keyOf } from './reminder-machine.ts';
import { TakeAll } from './TakeAll.tsx';
import { useUpcomingMedications } from './todays-doses.ts';
import { useAnswerDoses } from './use-answer-doses.ts';
import { useDayAlert } from './use-day-alert.ts';
import { useWaitingKeys } from './use-kept-presses.ts';

const NONE: readonly UpcomingMedication[] = [];

interface TodaysMedicationsProps {
  /** Without it no time is shown. */
  timezone: string | undefined;
  isAlarmEnabled: boolean;
}

/** Today's doses with Taken and Skip, those of one time together, and what is taken as needed. */
export function TodaysMedications({ timezone, isAlarmEnabled }: TodaysMedicationsProps) {
  const { data = NONE, isPending, isError, refetch } = useUpcomingMedications();
  const now = useNow(60_000);
  const answer = useAnswerDoses();
  const waiting = useWaitingKeys();
  const old = useOldReminders();
  useDayAlert(data, isAlarmEnabled);
  const doses = useDayList(data, now);
  // Undo stands where it was pressed.
  const log = (items: readonly UpcomingMedication[], status: LogStatus) =>
    answer(items, status, { about: saidMessage(items, status, timezone), isFinal: true });
  return (
    <ElderCard icon={pill} title="Today’s Medications">
      {isPending && <ElderSkeletons />}
      {isError && data.length === 0 && <Unreadable onAgain={() => void refetch()} />}
      {old && <p className="font-bold text-elder">{old}</p>}
      {!isPending && !isError && !old && doses.length === 0 && (
        <ElderEmpty icon={pill} text="No medications scheduled for today" />
      )}
      {timezone && (
        <TakeAll
          groups={takenTogether(doses)}
          timezone={timezone}
          onAnswer={(items, status) => void log(items, status)}
        />
      )}
      <ul className="grid gap-4 empty:hidden">
        {doses.map((dose) => (
          <DayDoseCard
            key={dose.item.id}
            dose={dose}
            now={now}
            timezone={timezone}
            isKept={waiting.has(keyOf(dose.item))}
            onAnswer={(item, status) => log([item], status)}
          />
        ))}
      </ul>
      {timezone && <AsNeededMedications timezone={timezone} now={now} />}
    </ElderCard>
  );
}

/** Nothing is sorted anew while the screen is open. */
function useDayList(items: readonly UpcomingMedication[], now: Date): DayDose[] {
  const places = useRef<readonly string[]>([]);
  const doses = inTheirPlaces(dayList(items, now), places.current);
  useEffect(() => {
    places.current = doses.map(({ item }) => item.id);
  });
  return doses;
}

function Unreadable({ onAgain }: { onAgain: () => void }) {
  return (
    <div className="grid justify-items-center gap-5 py-8 text-center">
      <p className="text-elder">Medications cannot be shown right now</p>
      <ElderButton onPress={onAgain}>Try again</ElderButton>
    </div>
  );
}
