import type { ReactNode } from 'react';
import { Toasts } from '#kit/web/toasts.tsx';
import { useFocusReturn } from '#kit/web/use-focus-return.ts';
import { reminderMessage } from '../../reminder-messages.ts';
import { keyOf } from '../reminder-machine.ts';
import { DosePopup } from './DosePopup.tsx';
import { ReminderStands } from './reminder-open.ts';
import { useAlarm } from './use-alarm.ts';
import { useTabletMemory } from './use-offline-sync.ts';
import { usePicturesAtHand } from './use-pictures-at-hand.ts';
import { useReminders } from './use-reminders.ts';

interface ReminderEngineProps {
  /** The household's; undefined while it is not known. */
  timezone: string | undefined;
  /** The household's alarm switch: on unless explicitly false. */
  isAlarmEnabled: boolean;
  /** An unanswered reminder sounds again after this many minutes; 0 is once. */
  repeatMinutes: number;
  children: ReactNode;
}

/** Lays the reminder that is due, with its alarm, over whatever an elder's screen shows. */
export function ReminderEngine(props: ReminderEngineProps) {
  const reminders = useReminders(props.timezone);
  const { shown } = reminders;
  const key = shown && keyOf(shown);
  // Without its sound a reminder is silent altogether.
  const maySound = shown?.medication.soundEnabled === true;
  const isSoundBlocked = useAlarm({
    key,
    isWanted: props.isAlarmEnabled && maySound,
    words: maySound ? reminderMessage(shown, reminders.now) : undefined,
    isAnswered: reminders.answering !== undefined || reminders.isAnsweredElsewhere,
    repeatMinutes: props.repeatMinutes,
  });
  const Memory = useTabletMemory(shown !== undefined);
  usePicturesAtHand();
  useFocusReturn(shown !== undefined);
  return (
    <>
      {Memory && <Memory timezone={props.timezone} />}
      <ReminderStands value={shown !== undefined}>
        <div inert={shown !== undefined}>{props.children}</div>
      </ReminderStands>
      {shown ? (
        <DosePopup
          key={key}
          item={shown}
          timezone={props.timezone}
          now={reminders.now}
          waiting={reminders.waiting}
          isSoundBlocked={isSoundBlocked}
          answering={reminders.answering}
          onAnswer={reminders.answer}
          onClose={reminders.close}
        />
      ) : (
        <Toasts variant="elder" />
      )}
    </>
  );
}
