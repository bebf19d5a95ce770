import { useEffect, useId, useRef, useState } from 'react';
import { TouchButton } from '#kit/web/ui/TouchButton.tsx';
import type { LogStatus, UpcomingMedication } from '../../contract.ts';
import { type DayDose, PART_NAMES, type PartOfDay, type TimeOfDay } from '../../day-list.ts';
import type { WaitingPress } from '../dose-store.ts';
import { keyOf } from '../reminder-machine.ts';
import { AnsweredLine } from './AnsweredLine.tsx';
import { DayDoseCard } from './DayDoseCard.tsx';
import { DayPartHead } from './DayPartHead.tsx';
import { TakeAll } from './TakeAll.tsx';

interface DayPartProps {
  part: PartOfDay;
  now: Date;
  /** Without it no time is shown, and no part is named. */
  timezone: string | undefined;
  /** Presses that are not delivered yet, by the keys of their doses. */
  presses: ReadonlyMap<string, WaitingPress>;
  /** Why the last answer to a dose was not saved, by their keys. */
  failed: ReadonlyMap<string, string>;
  /** A later part has a dose that is due. */
  isEarlier: boolean;
  /** What else comes before the doses of that time. */
  linesBefore: (scheduledTime: string) => React.ReactNode;
  /** Resolves when it is kept or logged, or when that has failed and was said. */
  onAnswer: (items: readonly UpcomingMedication[], status: LogStatus) => Promise<unknown>;
}

/**
 * A part of the day with its doses in the order of time. What had been answered before is one line
 * each; what is answered here keeps its card until the screen is left. An earlier part that was
 * answered is folded on a phone, so that what is due is seen whole.
 */
export function DayPart({ part, timezone, isEarlier, ...rest }: DayPartProps) {
  const doses = part.times.flatMap((time) => time.doses);
  const isBefore = useAnsweredBefore(doses);
  const [isChanging, setChanging] = useState(false);
  const changed = useFirstAnswer(isChanging);
  const id = useId();
  const name = PART_NAMES[part.part];
  const before = doses.filter(isBefore);
  const isOver = before.length === doses.length;
  // Decided once: nothing is folded while the screen is looked at.
  const [canFold] = useState(isEarlier && isOver);
  const [isOpen, setOpen] = useState(false);
  const isFolded = canFold && isOver && !isOpen;
  const [first] = part.times;
  const isOfOneTime = part.times.length === 1;
  return (
    <>
      {first && rest.linesBefore(first.scheduledTime)}
      <section aria-label={name} ref={changed} className="grid grid-cols-1 gap-3">
        {timezone && (
          <DayPartHead
            {...{ part: part.part, name, isOver }}
            fold={canFold && isOver ? { id, isOpen, onPress: () => setOpen(!isOpen) } : undefined}
          >
            {isOfOneTime && first && (
              <TakeAll
                time={first}
                now={rest.now}
                timezone={timezone}
                onAnswer={rest.onAnswer}
                isInHead
              />
            )}
          </DayPartHead>
        )}
        <div id={id} className={`grid grid-cols-1 gap-3 ${isFolded ? 'max-tablet:hidden' : ''}`}>
          {before.length > 0 && !isChanging && (
            <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
              <ul className="grid min-w-[min(15rem,100%)] flex-1">
                {before.map(({ item }) => (
                  <AnsweredLine
                    key={item.id}
                    item={item}
                    waits={rest.presses.get(keyOf(item))?.waits}
                    timezone={timezone}
                  />
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
              isFirst={time === first}
              isHeaded={isOfOneTime}
              isHidden={(dose) => !isChanging && isBefore(dose)}
              isChanged={(dose) => isChanging && isBefore(dose)}
              timezone={timezone}
              {...rest}
            />
          ))}
        </div>
      </section>
    </>
  );
}

interface DosesOfTimeProps extends Omit<DayPartProps, 'part' | 'isEarlier'> {
  time: TimeOfDay;
  /** Of its part: what comes before it stands above the part's name. */
  isFirst: boolean;
  /** The part's head says the time and takes all of it. */
  isHeaded: boolean;
  isHidden: (dose: DayDose) => boolean;
  isChanged: (dose: DayDose) => boolean;
}

function DosesOfTime({ time, isHidden, isChanged, ...rest }: DosesOfTimeProps) {
  const { isFirst, isHeaded, presses, failed, linesBefore, onAnswer, ...shared } = rest;
  const shown = time.doses.filter((dose) => !isHidden(dose));
  return (
    <>
      {!isFirst && linesBefore(time.scheduledTime)}
      {rest.timezone && !isHeaded && (
        <TakeAll time={time} now={rest.now} timezone={rest.timezone} onAnswer={onAnswer} />
      )}
      <ul className="grid grid-cols-1 gap-3 empty:hidden">
        {shown.map((dose) => (
          <DayDoseCard
            key={dose.item.id}
            dose={dose}
            isChanged={isChanged(dose)}
            isTimeSaid={time.doses.length > 1}
            press={presses.get(keyOf(dose.item))}
            failure={failed.get(keyOf(dose.item))}
            onAnswer={(item, status) => onAnswer([item], status)}
            {...shared}
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

/** Change goes with its press: the focus goes on to the first answer of what can be changed now. */
function useFirstAnswer(isChanging: boolean) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isChanging)
      section.current?.querySelector<HTMLElement>('li button')?.focus({ preventScroll: true });
  }, [isChanging]);
  return section;
}
