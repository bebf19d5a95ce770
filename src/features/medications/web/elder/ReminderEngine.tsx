import { type ReactNode, useEffect } from 'react';
import { useFocusReturn } from '#platform/web/use-focus-return.ts';
import { usePreloaded } from '#platform/web/use-preloaded.ts';
import { reminderMessage } from '../../domain/reminder-messages.ts';
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
  /** The household's time zone; undefined while it is not known. */
  timezone: string | undefined;
  /** True on an administrator's device: reminders ring elsewhere and are shown in a line here. */
  isLookingOn: boolean;
  /** The household's alarm switch: on unless explicitly false. */
  isAlarmEnabled: boolean;
  /** An unanswered reminder sounds again after this many minutes; 0 means once. */
  repeatMinutes: number;
  /** The length of a snooze in minutes. */
  snoozeMinutes: number;
  /** If true, doses of one minute are shown as one reminder. */
  isTogether: boolean;
  children: ReactNode;
}

/** Shows the due reminder, with its alarm, above any screen of the elder. */
export function ReminderEngine(props: ReminderEngineProps) {
  const { isLookingOn } = props;
  const Group = useDoseGroup(props.isTogether && !isLookingOn);
  // The line for an administrator about a dose that rings on another device.
  const Line = usePreloaded(loadLateLine, { afterMs: 0, isWanted: isLookingOn });
  const { snoozeMinutes } = props;
  const reminders = useReminders(props.timezone, {
    isTogether: Group !== undefined,
    snoozeMinutes,
  });
  const { group, answering } = reminders;
  const shown = isLookingOn ? undefined : reminders.shown;
  const standing = group?.items ?? (shown ? [shown] : []);
  const isStanding = standing.length > 0;
  // A reminder with its sound switched off is completely silent: no alarm and no speech.
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
 * The pop-up for groups, if the household wants them. Until it is loaded, or if that fails,
 * reminders are shown one at a time.
 */
function useDoseGroup(isWanted: boolean) {
  const { dataUpdatedAt } = useAnsweredDoses();
  // A failed import is retried with the next server response.
  const wish = { afterMs: 0, isWanted, isNeeded: true, again: dataUpdatedAt };
  return usePreloaded(loadDoseGroup, wish);
}

/** Preloads the photos of the day's pills, so that a reminder shows its photo at once. */
function usePicturesAtHand(): void {
  const { data = [] } = useUpcomingMedications();
  const urls = [...new Set(data.map(({ medication }) => medication.pillImageUrl))].sort().join(' ');
  useEffect(() => {
    for (const url of urls.split(' ')) if (url !== '') new Image().src = url;
  }, [urls]);
}
