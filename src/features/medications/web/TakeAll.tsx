import { useState } from 'react';
import { formatTime } from '#kit/shared/zoned-time.ts';
import { ElderButton } from '#kit/web/ui/ElderButton.tsx';
import type { LogStatus, UpcomingMedication } from '../contract.ts';
import type { TogetherDoses } from '../day-list.ts';

interface TakeAllProps {
  groups: readonly TogetherDoses[];
  timezone: string;
  onAnswer: (items: readonly UpcomingMedication[], answer: LogStatus) => void;
}

/**
 * A press for all doses of one time that wait. A group that was shown keeps its place until the
 * screen is left, with Undo for what was taken together.
 */
export function TakeAll({ groups, timezone, onAnswer }: TakeAllProps) {
  const [shown, setShown] = useState(groups.map(({ scheduledTime }) => scheduledTime));
  const [together, setTogether] = useState<TogetherDoses>();
  const fresh = groups.map((group) => group.scheduledTime).filter((time) => !shown.includes(time));
  if (fresh.length > 0) setShown([...shown, ...fresh]);
  return shown.map((time) => {
    const clock = formatTime(new Date(time), timezone);
    const group = groups.find(({ scheduledTime }) => scheduledTime === time);
    if (group) {
      return (
        <ElderButton
          key={time}
          size="card"
          variant="success"
          onPress={() => {
            setTogether(group);
            onAnswer(group.items, 'taken');
          }}
        >
          Take all {group.items.length} of {clock}
        </ElderButton>
      );
    }
    const taken = together?.scheduledTime === time ? together : undefined;
    return (
      <p key={time} className="flex min-h-21 items-center justify-between gap-4 text-elder">
        {taken && (
          <>
            {taken.items.length} of {clock}: taken
            <ElderButton
              variant="outline"
              aria-label={`Undo: ${taken.items.length} of ${clock}`}
              onPress={() => {
                setTogether(undefined);
                onAnswer(taken.items, 'pending');
              }}
            >
              Undo
            </ElderButton>
          </>
        )}
      </p>
    );
  });
}
