import pill from '@phosphor-icons/core/assets/duotone/pill-duotone.svg?raw';
import { formatTime } from '#kit/shared/zoned-time.ts';
import { ElderButton } from '#kit/web/ui/ElderButton.tsx';
import { ElderCard, ElderEmpty, ElderSkeletons } from '#kit/web/ui/ElderCard.tsx';
import { useNow } from '#kit/web/use-now.ts';
import type { UpcomingMedication } from '../contract.ts';
import { dayList, type TogetherDoses, takenTogether } from '../day-list.ts';
import { AsNeededMedications } from './AsNeededMedications.tsx';
import { type DayAnswer, DayDoseCard } from './DayDoseCard.tsx';
import { keyOf } from './reminder-state.ts';
import { useUpcomingMedications } from './todays-doses.ts';
import { useAnswerDoses } from './use-answer-doses.ts';
import { useDayAlert } from './use-day-alert.ts';
import { useWaitingKeys } from './use-kept-presses.ts';

const NONE: readonly UpcomingMedication[] = [];

interface TodaysMedicationsProps {
  timezone: string;
  isAlarmEnabled: boolean;
}

/** Today's doses with Taken and Skip, those of one time together, and what is taken as needed. */
export function TodaysMedications({ timezone, isAlarmEnabled }: TodaysMedicationsProps) {
  const { data = NONE, isPending, isError, refetch } = useUpcomingMedications();
  const now = useNow(60_000);
  const answer = useAnswerDoses();
  const waiting = useWaitingKeys();
  useDayAlert(data, isAlarmEnabled);
  const doses = dayList(data, now);
  const log = (item: UpcomingMedication, status: DayAnswer) => answer([item], status);
  return (
    <ElderCard icon={pill} title="Today’s Medications">
      {isPending && <ElderSkeletons />}
      {isError && data.length === 0 && <Unreadable onAgain={() => void refetch()} />}
      {!isPending && !isError && doses.length === 0 && (
        <ElderEmpty icon={pill} text="No medications scheduled for today" />
      )}
      {takenTogether(doses).map((group) => (
        <TakeAll
          key={group.scheduledTime}
          group={group}
          timezone={timezone}
          onTake={() => void answer(group.items, 'taken')}
        />
      ))}
      <ul className="grid gap-4 empty:hidden">
        {doses.map((dose) => (
          <DayDoseCard
            key={dose.item.id}
            dose={dose}
            now={now}
            timezone={timezone}
            isKept={waiting.has(keyOf(dose.item))}
            onAnswer={log}
          />
        ))}
      </ul>
      <AsNeededMedications timezone={timezone} now={now} />
    </ElderCard>
  );
}

function TakeAll(props: { group: TogetherDoses; timezone: string; onTake: () => void }) {
  const { items, scheduledTime } = props.group;
  return (
    <ElderButton size="card" look="success" onPress={props.onTake}>
      Take all {items.length} of {formatTime(new Date(scheduledTime), props.timezone)}
    </ElderButton>
  );
}

function Unreadable({ onAgain }: { onAgain: () => void }) {
  return (
    <div className="grid justify-items-center gap-5 py-8 text-center">
      <p className="text-elder">Medications cannot be shown right now</p>
      <ElderButton onPress={onAgain}>Try again</ElderButton>
    </div>
  );
}
