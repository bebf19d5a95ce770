import { useRef, useState } from 'react';
import { TouchButton } from '#kit/web/ui/TouchButton.tsx';
import type { LogStatus, UpcomingMedication } from '../../contract.ts';
import type { DayDose, PartOfDay, TimeOfDay } from '../../day-list.ts';
import { keyOf } from '../reminder-machine.ts';
import { AnsweredLine } from './AnsweredLine.tsx';
import { DayDoseCard } from './DayDoseCard.tsx';
import { TakeAll } from './TakeAll.tsx';
import './day-part.css';

const NAMES = { morning: 'Morning', noon: 'Noon', evening: 'Evening', night: 'Night' };

interface DayPartProps {
  part: PartOfDay;
  now: Date;
  /** Without it no time is shown, and no part is named. */
  timezone: string | undefined;
  /** Doses whose answer waits on this tablet for a connection, by their keys. */
  waiting: ReadonlySet<string>;
  /** Resolves when it is kept or logged, or when that has failed and was said. */
  onAnswer: (items: readonly UpcomingMedication[], status: LogStatus) => Promise<unknown>;
}

/**
 * A part of the day with its doses in the order of time. What had been answered before is one line
 * each; what is answered here keeps its card until the screen is left.
 */
export function DayPart({ part, timezone, ...rest }: DayPartProps) {
  const doses = part.times.flatMap((time) => time.doses);
  const isBefore = useAnsweredBefore(doses);
  const [isChanging, setChanging] = useState(false);
  const name = NAMES[part.part];
  const before = doses.filter(isBefore);
  const isOver = before.length === doses.length;
  return (
    <section aria-label={name} className="grid gap-3">
      {timezone && (
        <h3 className="flex items-center gap-3.5 font-bold text-elder">
          <span aria-hidden="true" className="day-arch" data-part={part.part} />
          {name}
          {isOver && <span className="font-normal text-least text-soft">answered</span>}
        </h3>
      )}
      {before.length > 0 && !isChanging && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <ul className="grid min-w-[min(15rem,100%)] flex-1">
            {before.map(({ item }) => (
              <AnsweredLine key={item.id} item={item} timezone={timezone} />
            ))}
          </ul>
          <TouchButton
            variant="outline"
            aria-label={`Change: ${timezone ? name : 'answers'}`}
            onPress={() => setChanging(true)}
          >
            Change
          </TouchButton>
        </div>
      )}
      {part.times.map((time) => (
        <DosesOfTime
          key={time.scheduledTime}
          time={time}
          isHidden={(dose) => !isChanging && isBefore(dose)}
          isChanged={(dose) => isChanging && isBefore(dose)}
          timezone={timezone}
          {...rest}
        />
      ))}
    </section>
  );
}

interface DosesOfTimeProps extends Omit<DayPartProps, 'part'> {
  time: TimeOfDay;
  isHidden: (dose: DayDose) => boolean;
  isChanged: (dose: DayDose) => boolean;
}

function DosesOfTime({ time, isHidden, isChanged, waiting, onAnswer, ...rest }: DosesOfTimeProps) {
  const shown = time.doses.filter((dose) => !isHidden(dose));
  return (
    <>
      {rest.timezone && (
        <TakeAll time={time} now={rest.now} timezone={rest.timezone} onAnswer={onAnswer} />
      )}
      <ul className="grid gap-3 empty:hidden">
        {shown.map((dose) => (
          <DayDoseCard
            key={dose.item.id}
            dose={dose}
            isChanged={isChanged(dose)}
            isTimeSaid={time.doses.length > 1}
            isKept={waiting.has(keyOf(dose.item))}
            onAnswer={(item, status) => onAnswer([item], status)}
            {...rest}
          />
        ))}
      </ul>
    </>
  );
}

/** Which doses had an answer when they were seen here first. */
function useAnsweredBefore(doses: readonly DayDose[]): (dose: DayDose) => boolean {
  const first = useRef(new Map<string, boolean>());
  for (const { item, urgency } of doses) {
    if (!first.current.has(item.id)) first.current.set(item.id, urgency === 'done');
  }
  return ({ item, urgency }) => urgency === 'done' && first.current.get(item.id) === true;
}
