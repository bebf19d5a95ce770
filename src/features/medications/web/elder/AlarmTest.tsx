import stopSign from '@phosphor-icons/core/assets/bold/stop-bold.svg?raw';
import { useContext, useEffect, useRef, useState } from 'react';
import { answerAlarmTest, useWaitingAlarmTests } from '#features/alarm-tests/web/queries.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { useLeadingTab } from '#platform/web/tab-leader.ts';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import { chimeSounder, unlock, useSoundUnlocked } from '#platform/web/voice/chime.ts';
import { SOUNDING_LASTS, startAlarm } from './alarm.ts';
import { ReminderStands } from './reminder-open.ts';

/** Time within which sound starts in a browser that allows it without a touch. */
const MAX_START_MS = SECOND_MS;

interface Test {
  readonly id: string;
  readonly askedBy: string;
}

/** Sounds the alarm when the family requests a test on this device, and reports the outcome. */
export function AlarmTest({ userId }: { userId: string }) {
  // True if this tab answers for the device; of several open tabs only one does.
  const leads = useLeadingTab(`alarm test of ${userId}`, true);
  const isReminderStanding = useContext(ReminderStands);
  const { test, end } = useAskedTest(leads, isReminderStanding);
  useEffect(() => {
    if (test && isReminderStanding) end();
  }, [test, isReminderStanding, end]);
  if (!test || isReminderStanding) return null;
  return <Sounding key={test.id} test={test} onEnd={end} />;
}

/** Returns the requested test of this device; undefined while a reminder is shown. */
function useAskedTest(isWanted: boolean, isReminderStanding: boolean) {
  const waiting = useWaitingAlarmTests(isWanted);
  const [test, setTest] = useState<Test>();
  const [end] = useState(() => () => setTest(undefined));
  const answered = useRef(new Set<string>());
  useEffect(() => {
    for (const asked of waiting ?? []) {
      if (answered.current.has(asked.id)) continue;
      answered.current.add(asked.id);
      answerAlarmTest(asked.id, isReminderStanding ? 'reminder' : null).then(
        (isHere) => isHere && !isReminderStanding && setTest(asked),
        // If the request fails, the test is removed from `answered`, so that the next poll starts
        // it again.
        () => answered.current.delete(asked.id),
      );
    }
  }, [waiting, isReminderStanding]);
  return { test, end };
}

/** Sounds the alarm for fifteen seconds, with a text that explains why. */
function Sounding({ test, onEnd }: { test: Test; onEnd: () => void }) {
  const isUnlocked = useSoundUnlocked();
  const [isBlocked, setBlocked] = useState(false);
  const { id, askedBy } = test;
  useEffect(unlock, []);
  useEffect(() => {
    if (isUnlocked) {
      say(id, 'sounded');
      return startAlarm({ ...chimeSounder, ends: onEnd }, 0, 0);
    }
    const timer = setTimeout(() => {
      setBlocked(true);
      say(id, 'blocked');
    }, MAX_START_MS);
    const over = setTimeout(onEnd, SOUNDING_LASTS);
    return () => {
      clearTimeout(timer);
      clearTimeout(over);
    };
  }, [isUnlocked, id, onEnd]);
  return (
    <section
      role="alert"
      aria-label="Test of the alarm"
      className="fixed inset-x-0 top-0 z-40 flex flex-wrap items-center justify-between gap-5 border-ink border-b-4 bg-surface px-6 py-5 text-ink shadow-e3"
    >
      <p className="min-w-0 flex-1 basis-80 font-semibold text-elder">
        This is a test of the alarm. {askedBy === '' ? 'Your family' : askedBy} is trying it.
        {isBlocked && !isUnlocked ? ' Touch the screen to turn on the sound.' : ''}
      </p>
      <TouchButton icon={stopSign} size="card" onPress={onEnd}>
        Stop
      </TouchButton>
    </section>
  );
}

function say(id: string, outcome: 'sounded' | 'blocked'): void {
  // A failed report is ignored: the panel then shows the outcome as unknown.
  answerAlarmTest(id, outcome).catch(() => undefined);
}
