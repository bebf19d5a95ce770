import { type ReactNode, useEffect } from 'react';
import { useAtHand } from '#kit/web/use-at-hand.ts';
import { useFocusReturn } from '#kit/web/use-focus-return.ts';
import { reminderMessage } from '../../reminder-messages.ts';
import { keyOf } from '../reminder-machine.ts';
import { useAnsweredDoses, useUpcomingMedications } from '../todays-doses.ts';
import { DosePopup } from './DosePopup.tsx';
import { ReminderStands } from './reminder-open.ts';
import { useAlarm } from './use-alarm.ts';
import { useTabletMemory } from './use-offline-sync.ts';
import { useReminders } from './use-reminders.ts';

const loadDoseGroup = async () => (await import('./DoseGroup.tsx')).DoseGroup;

const loadLateLine = async () => (await import('./LateLine.tsx')).LateLine;

interface ReminderEngineProps {
  /** The household's; undefined while it is not known. */
  timezone: string | undefined;
  /** What is due rings elsewhere: here it is told in a line. */
  isLookingOn: boolean;
  /** The household's alarm switch: on unless explicitly false. */
  isAlarmEnabled: boolean;
  /** An unanswered reminder sounds again after this many minutes; 0 is once. */
  repeatMinutes: number;
  /** The length of a snooze. */
  snoozeMinutes: number;
  /** Doses of one minute stand as one reminder. */
  isTogether: boolean;
  children: ReactNode;
}

/** Lays the reminder that is due, with its alarm, over whatever an elder's screen shows. */
export function ReminderEngine(props: ReminderEngineProps) {
  const { isLookingOn } = props;
  const Group = useDoseGroup(props.isTogether && !isLookingOn);
  // What tells an administrator of a dose in a line, where another device rings.
  const Line = useAtHand(loadLateLine, { afterMs: 0, isWanted: isLookingOn });
  const { snoozeMinutes } = props;
  const reminders = useReminders(props.timezone, {
    isTogether: Group !== undefined,
    snoozeMinutes,
  });
  const { group, answering } = reminders;
  const shown = isLookingOn ? undefined : reminders.shown;
  const standing = group?.items ?? (shown ? [shown] : []);
  const isStanding = standing.length > 0;
  // Without its sound a reminder is silent altogether.
  const sounding = standing.filter(({ medication }) => medication.soundEnabled);
  const maySound = sounding.length > 0;
  const isSoundBlocked = useAlarm({
    key: group?.isAllAnswered || isLookingOn ? undefined : reminders.key,
    isWanted: props.isAlarmEnabled && maySound,
    words: maySound ? reminderMessage(sounding, reminders.now) : undefined,
    isAnswered: answering !== undefined || reminders.isAnsweredElsewhere,
    repeatMinutes: props.repeatMinutes,
  });
  const Memory = useTabletMemory(isStanding);
  usePicturesAtHand();
  useFocusReturn(isStanding);
  const common = {
    timezone: props.timezone,
    now: reminders.now,
    isSoundBlocked,
    onClose: reminders.close,
    onSnooze: reminders.snooze,
    snoozeMinutes,
  };
  return (
    <>
      {Line && reminders.shown && (
        <Line
          item={reminders.shown}
          now={reminders.now}
          isBusy={answering !== undefined}
          onTaken={(item) => reminders.answer([item], 'taken')}
          onClose={reminders.close}
        />
      )}
      <ReminderStands value={isStanding}>
        <div inert={isStanding}>{props.children}</div>
        {Memory && <Memory timezone={props.timezone} />}
      </ReminderStands>
      {Group && group && (
        <Group
          key={reminders.key}
          {...common}
          group={group}
          answering={answering}
          onAnswer={reminders.answer}
          onOneByOne={reminders.oneByOne}
        />
      )}
      {shown && (
        <DosePopup
          key={keyOf(shown)}
          {...common}
          item={shown}
          waiting={reminders.waiting}
          answering={answering?.status}
          onAnswer={(status) => reminders.answer([shown], status)}
        />
      )}
    </>
  );
}

/**
 * The pop-up of several doses, in a household that wants them together. Until it is loaded, and where
 * it cannot be, they ring one at a time.
 */
function useDoseGroup(isWanted: boolean) {
  const { dataUpdatedAt } = useAnsweredDoses();
  // What could not be loaded is tried with the next answer.
  const wish = { afterMs: 0, isWanted, isNeeded: true, again: dataUpdatedAt };
  return useAtHand(loadDoseGroup, wish);
}

/** Loads the photos of the day's pills beforehand: a reminder shows its own at once. */
function usePicturesAtHand(): void {
  const { data = [] } = useUpcomingMedications();
  const urls = [...new Set(data.map(({ medication }) => medication.pillImageUrl))].sort().join(' ');
  useEffect(() => {
    for (const url of urls.split(' ')) if (url !== '') new Image().src = url;
  }, [urls]);
}
