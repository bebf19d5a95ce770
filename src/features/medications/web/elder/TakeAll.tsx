import { useState } from 'react';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import type { LogStatus, UpcomingMedication } from '../../contract.ts';
import { isFarAhead, type TimeOfDay } from '../../domain/day-list.ts';
import { lateness } from '../../domain/lateness.ts';
import { keyOf } from '../reminder-machine.ts';
import { TakenAlready } from './TakenAlready.tsx';
import { useTakenBefore } from './taken-before.ts';

interface TakeAllProps {
  time: TimeOfDay;
  now: Date;
  timezone: string;
  onAnswer: (items: readonly UpcomingMedication[], answer: LogStatus) => Promise<unknown>;
  /** True in the heading of a part of the day, where it takes all doses of that part. */
  isInHead?: boolean;
}

/**
 * A button that takes all pending doses of one time. The row remains until the screen is left, with
 * Undo for the doses that were taken together.
 */
export function TakeAll({ time, now, timezone, onAnswer, isInHead = false }: TakeAllProps) {
  const [wasShown, setShown] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [pressed, setTaken] = useState<readonly UpcomingMedication[]>([]);
  const before = new Set(useTakenBefore().map(({ press }) => keyOf(press)));
  const taken = pressed.filter((dose) => !before.has(keyOf(dose)));
  const isShown = time.open.length > 1;
  if (isShown && !wasShown) setShown(true);
  if (!isShown && !wasShown) return null;
  const clock = formatTime(new Date(time.scheduledTime), timezone);
  const takeAll = () => {
    setAsking(false);
    setTaken(time.open);
    void onAnswer(time.open, 'taken');
  };
  const undo = () => {
    setTaken([]);
    void onAnswer(taken, 'pending');
  };
  const isFar = isFarAhead(time.scheduledTime, now);
  const press = isFar ? () => setAsking(true) : takeAll;
  return (
    <div className="flex min-h-21 flex-[1_1_min(20rem,100%)] flex-wrap items-center justify-between gap-x-4 gap-y-2 text-elder">
      <p className={isInHead ? 'tabular text-least text-soft' : 'tabular font-bold'}>
        {clock}, {taken.length > 0 ? `${taken.length} taken` : `${time.doses.length} medications`}
      </p>
      {(isShown || taken.length > 0) && (
        // The button element remains when it changes to Undo, so that it keeps the focus.
        <TouchButton
          variant={isShown ? variantAt(time, now) : 'outline'}
          aria-label={
            isShown
              ? `Take all ${time.open.length} of ${clock}`
              : `Undo: ${taken.length} of ${clock}`
          }
          onPress={isShown ? press : undo}
        >
          {isShown ? `Take all ${time.open.length}` : 'Undo'}
        </TouchButton>
      )}
      {isAsking && (
        <TakenAlready
          items={time.open}
          now={now}
          timezone={timezone}
          onKeep={() => setAsking(false)}
          onConfirm={takeAll}
        />
      )}
    </div>
  );
}

/** The button is highlighted from shortly before the scheduled time until the doses are overdue. */
function variantAt({ scheduledTime }: TimeOfDay, now: Date): 'success' | 'outline' {
  const isOver = lateness(new Date(scheduledTime), now).kind === 'overdue';
  return isOver || isFarAhead(scheduledTime, now) ? 'outline' : 'success';
}
