import { useEffect, useId, useRef, useState } from 'react';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import type { LogStatus, UpcomingMedication } from '../../contract.ts';
import { type DayDose, PART_NAMES, type PartOfDay, type TimeOfDay } from '../../domain/day-list.ts';
import type { WaitingPress } from '../dose-store.ts';
import { keyOf } from '../reminder-machine.ts';
import { AnsweredLine } from './AnsweredLine.tsx';
import { DayDoseCard } from './DayDoseCard.tsx';
import { DayPartHead } from './DayPartHead.tsx';
import { TakeAll } from './TakeAll.tsx';

interface DayPartProps {
  part: PartOfDay;
  now: Date;
  /** If undefined, neither times nor the name of the part are shown. */
  timezone: string | undefined;
  /** Undelivered presses by the key of their dose. */
  presses: ReadonlyMap<string, WaitingPress>;
  /** Why the last answer to a dose was not saved, by the key of the dose. */
  failed: ReadonlyMap<string, string>;
  /** True if a later part of the day has a dose that is due. */
  isEarlier: boolean;
  /** Returns the other entries of today that come before the doses of that time. */
  linesBefore: (scheduledTime: string) => React.ReactNode;
  /** Resolves when the answers are stored or logged, or after a failure has been shown. */
  onAnswer: (items: readonly UpcomingMedication[], status: LogStatus) => Promise<unknown>;
}

/**
 * Shows a part of the day with its doses in the order of time. Doses that were answered before are
 * one line each; a dose that is answered here keeps its card until the screen is left. On a phone,
 * an earlier answered part is collapsed, so that the due doses fit on the screen.
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
  // Decided once, so that nothing collapses while the screen is visible.
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
  /**
   * True for the first time of the part: the entries before it are shown above the heading of the
   * part.
   */
  isFirst: boolean;
  /** True if the heading of the part shows the time and the button that takes all. */
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

/** Returns a predicate: true for doses that had an answer when they were first rendered here. */
function useAnsweredBefore(doses: readonly DayDose[]): (dose: DayDose) => boolean {
  const first = useRef(new Map<string, boolean>());
  for (const { item, urgency } of doses) {
    if (!first.current.has(item.id)) first.current.set(item.id, urgency === 'done');
  }
  return ({ item, urgency }) => urgency === 'done' && first.current.get(item.id) === true;
}

/**
 * The Change button disappears when it is pressed, so the focus moves to the first answer button.
 */
function useFirstAnswer(isChanging: boolean) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isChanging)
      section.current?.querySelector<HTMLElement>('li button')?.focus({ preventScroll: true });
  }, [isChanging]);
  return section;
}
