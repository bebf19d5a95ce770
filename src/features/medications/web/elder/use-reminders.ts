import { useEffect, useState, useSyncExternalStore } from 'react';
import { localDate } from '#kit/shared/zoned-time.ts';
import { wakeAt } from '#kit/web/alarm-timer.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import type { LogStatus, UpcomingMedication } from '../../contract.ts';
import { saidMessage } from '../../said-messages.ts';
import { keyOf, standingOf } from '../reminder-machine.ts';
import { useUpcomingMedications } from '../todays-doses.ts';
import { useFollowOtherTabs, useTellOtherTabs } from '../use-other-tabs.ts';
import { dismissedReminders, rememberReminder, watchDismissed } from './dismissed-store.ts';
import { useAnswerDoses } from './use-answer-doses.ts';

const NONE: UpcomingMedication[] = [];

/** What the pop-up can say of a dose. */
export type Answer = Exclude<LogStatus, 'pending'>;

export interface Reminders {
  /** The reminder that stands now; while it is being answered, that one. */
  readonly shown: UpcomingMedication | undefined;
  /** How many more wait behind it. */
  readonly waiting: number;
  /** The time at which all this was found, by the server's clock. */
  readonly now: Date;
  /** The answer under way. */
  readonly answering: Answer | undefined;
  /** Another tab answers it at this moment. */
  readonly isAnsweredElsewhere: boolean;
  readonly answer: (status: Answer) => void;
  /** Dismisses what is shown for today. */
  readonly close: () => void;
}

/** The reminder of this instant in that timezone, found by exact timers and never by polling. */
export function useReminders(timezone: string | undefined): Reminders {
  const [underWay, setUnderWay] = useState<{ item: UpcomingMedication; status: Answer }>();
  const { now, shown, waiting } = useStanding(timezone);
  const answerDoses = useAnswerDoses();
  const tell = useTellOtherTabs();
  const elsewhere = useFollowOtherTabs();
  const remember = (type: 'dismissed' | 'restored', item: UpcomingMedication) =>
    rememberReminder(type, item, timezone && localDate(new Date(serverNow()), timezone));

  const answer = async (item: UpcomingMedication, status: Answer) => {
    setUnderWay({ item, status });
    tell({ kind: 'answering', key: keyOf(item) });
    const onTakenBack = () => remember('restored', item);
    const isKept = await answerDoses([item], status, {
      onTakenBack,
      about: saidMessage([item], status, timezone),
    });
    if (isKept) remember('dismissed', item);
    tell({ kind: 'settled', key: keyOf(item) });
    setUnderWay(undefined);
  };

  return {
    shown: underWay?.item ?? shown,
    waiting,
    now: new Date(now),
    answering: underWay?.status,
    isAnsweredElsewhere: shown !== undefined && keyOf(shown) === elsewhere,
    answer: (status) => {
      if (shown && !underWay) void answer(shown, status);
    },
    close: () => {
      if (shown && !underWay) remember('dismissed', shown);
    },
  };
}

function useStanding(timezone: string | undefined) {
  const { data = NONE, dataUpdatedAt } = useUpcomingMedications();
  const dismissed = useSyncExternalStore(watchDismissed, dismissedReminders);
  // An object, so that looking twice within a millisecond still sets the next timer.
  const [looked, setLooked] = useState(() => ({ now: serverNow() }));
  const standing = standingOf(data, dismissed, looked.now, timezone);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server may have set the clock right
  useEffect(() => setLooked({ now: serverNow() }), [dataUpdatedAt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look arms the timer anew
  useEffect(
    () => wakeAt(standing.lookAgainAt, () => setLooked({ now: serverNow() })),
    [standing.lookAgainAt, looked],
  );
  return { ...standing, now: looked.now };
}
