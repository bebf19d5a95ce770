import speaker from '@phosphor-icons/core/assets/bold/speaker-high-bold.svg?raw';
import stopSign from '@phosphor-icons/core/assets/bold/stop-bold.svg?raw';
import { useContext, useEffect, useState } from 'react';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import { chimeSounder, unlock, useSoundUnlocked } from '#platform/web/voice/chime.ts';
import { startAlarm } from './alarm.ts';
import { ReminderStands } from './reminder-open.ts';

/** Time within which sound starts after a press in a browser that allows it. */
const MAX_START_MS = SECOND_MS;

/** Plays the alarm exactly as a reminder would, to check that it is audible. */
export function TryAlarm({ isAlarmEnabled }: { isAlarmEnabled: boolean }) {
  const [isOn, setOn] = useState(false);
  const isUnlocked = useSoundUnlocked();
  const isReminderStanding = useContext(ReminderStands);
  const isBlocked = useIsBlocked(isOn, isUnlocked);
  const sounds = isOn && isUnlocked && !isReminderStanding;
  useEffect(() => {
    if (isReminderStanding) setOn(false);
  }, [isReminderStanding]);
  useEffect(
    () => (sounds ? startAlarm({ ...chimeSounder, ends: () => setOn(false) }, 0, 0) : undefined),
    [sounds],
  );
  const press = () => {
    if (!isOn) unlock();
    setOn(!isOn);
  };
  return (
    <section aria-label="Alarm sound" className="grid grid-cols-1 justify-items-start gap-3">
      <TouchButton variant="outline" icon={isOn ? stopSign : speaker} onPress={press}>
        {isOn ? 'Stop' : 'Try the alarm sound'}
      </TouchButton>
      <p role="status" className="text-elder">
        {wordsOf({ isOn, isUnlocked, isBlocked, isAlarmEnabled })}
      </p>
    </section>
  );
}

/** True if the button was pressed and the browser still blocks the sound. */
function useIsBlocked(isOn: boolean, isUnlocked: boolean): boolean {
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    setBlocked(false);
    if (!isOn || isUnlocked) return;
    const timer = setTimeout(() => setBlocked(true), MAX_START_MS);
    return () => clearTimeout(timer);
  }, [isOn, isUnlocked]);
  return isBlocked;
}

interface Sound {
  readonly isOn: boolean;
  readonly isUnlocked: boolean;
  readonly isBlocked: boolean;
  readonly isAlarmEnabled: boolean;
}

function wordsOf({ isOn, isUnlocked, isBlocked, isAlarmEnabled }: Sound): string {
  if (isBlocked) return 'This tablet does not let the alarm sound.';
  if (isOn && isUnlocked) return 'You should hear it now. If not, turn up the tablet’s volume.';
  if (!isAlarmEnabled) return 'The family has turned the alarm of reminders off.';
  return isUnlocked ? 'The alarm sound is on.' : 'Touch the screen to turn on the alarm sound';
}
