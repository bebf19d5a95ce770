import { useEffect, useState, useSyncExternalStore } from 'react';
import { localDate } from '#platform/shared/zoned-time.ts';
import { wakeAt } from '#platform/web/exact-timer.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import type { LogStatus, UpcomingMedication } from '../../contract.ts';
import { answerMessage } from '../../domain/answer-messages.ts';
import { groupAfter, isAllAnswered, itemsOf, type ReminderGroup } from '../reminder-group.ts';
import { findDueReminders, keyOf } from '../reminder-machine.ts';
import { useUpcomingMedications } from '../todays-doses.ts';
import { useFollowOtherTabs, useNotifyOtherTabs } from '../use-other-tabs.ts';
import { dismissedReminders, rememberReminder, watchDismissed } from './dismissed-store.ts';
import { localSnoozes, watchSnoozes } from './snooze-store.ts';
import { useAnswerDoses } from './use-answer-doses.ts';
import { useSilence } from './use-silence.ts';

const NONE: UpcomingMedication[] = [];

/** The answer that is being saved, and its doses. */
export interface Answering {
  readonly items: readonly UpcomingMedication[];
  readonly status: LogStatus;
}

/** Doses of one minute that are shown as one reminder. */
export interface GroupShown {
  /** The current state of all doses of the group, including answered ones. */
  readonly items: readonly UpcomingMedication[];
  readonly isAllAnswered: boolean;
}

export interface Reminders {
  /** The reminder to show; while an answer is being saved, the reminder that was answered. */
  readonly shown: UpcomingMedication | undefined;
  /** The group that is shown instead of a single reminder. */
  readonly group: GroupShown | undefined;
  /** Identifies the shown reminder for its alarm; the same for all doses of a group. */
  readonly key: string | undefined;
  /** The number of further reminders after the shown one. */
  readonly waiting: number;
  /** The time for which this state was computed, by the server's clock. */
  readonly now: Date;
  readonly answering: Answering | undefined;
  /** True while another tab is answering the reminder. */
  readonly isAnsweredElsewhere: boolean;
  readonly answer: (items: readonly UpcomingMedication[], status: LogStatus) => void;
  readonly close: () => void;
  readonly snooze: () => void;
  /** Shows the doses of a group one at a time. */
  readonly oneByOne: () => void;
}

/**
 * Returns the reminder of this instant in that time zone, updated by exact timers instead of
 * polling. Doses of one minute form a group if `isTogether` is set.
 */
export function useReminders(
  timezone: string | undefined,
  { isTogether, snoozeMinutes }: { readonly isTogether: boolean; readonly snoozeMinutes: number },
): Reminders {
  const [answering, setAnswering] = useState<Answering>();
  const { now, shown, open, waiting, doses } = useStanding(timezone);
  const [group, setGroup] = useGroup(isTogether, doses, open);
  const answerDoses = useAnswerDoses();
  const silence = useSilence(timezone, snoozeMinutes);
  const tell = useNotifyOtherTabs();
  const elsewhere = useFollowOtherTabs();
  const remember = (type: 'dismissed' | 'restored', items: readonly UpcomingMedication[]) => {
    const today = timezone && localDate(new Date(serverNow()), timezone);
    for (const item of items) rememberReminder(type, item, today);
  };
  const members = group ? itemsOf(group, doses) : [];
  const isAsGroup = group !== undefined && !group.isOneByOne;
  const single = answering?.items[0] ?? shown;

  const notAnswered = () => (isAsGroup ? pendingOf(members) : [single ?? []].flat());

  const answer = async (items: readonly UpcomingMedication[], status: LogStatus) => {
    const isUndo = status === 'pending';
    const tellAll = (kind: 'answering' | 'settled') => {
      for (const item of items) tell({ kind, key: keyOf(item) });
    };
    setAnswering({ items, status });
    if (!isUndo) tellAll('answering');
    const isKept = await answerDoses(items, status, {
      isFinal: isUndo,
      // The last answer of a group needs a message with Undo, because the pop-up that shows the
      // other answers closes after it.
      isSeen: isAsGroup && (isUndo || items.length < pendingOf(members).length),
      onTakenBack: () => remember('restored', items),
      about: answerMessage(items, status, timezone),
    });
    if (isKept) remember(isUndo ? 'restored' : 'dismissed', items);
    if (!isUndo) tellAll('settled');
    setAnswering(undefined);
  };

  return {
    shown: isAsGroup ? undefined : single,
    group: isAsGroup ? { items: members, isAllAnswered: isAllAnswered(members) } : undefined,
    key: group ? `${group.due}` : single && keyOf(single),
    waiting,
    now: new Date(now),
    answering,
    isAnsweredElsewhere: [...members, ...(single ? [single] : [])].some(
      (item) => keyOf(item) === elsewhere,
    ),
    answer: (items, status) => {
      if (items.length > 0 && !answering) void answer(items, status);
    },
    close: () => {
      if (answering) return;
      silence.close(notAnswered());
      if (isAsGroup) setGroup(undefined);
    },
    snooze: () => {
      if (answering) return;
      silence.snooze(notAnswered(), snoozeMinutes);
      if (isAsGroup) setGroup(undefined);
    },
    oneByOne: () => setGroup(group && { ...group, isOneByOne: true }),
  };
}

const pendingOf = (items: readonly UpcomingMedication[]) =>
  items.filter(({ status }) => status === 'pending');

/** Returns the current group and a setter to end or split it. */
function useGroup(
  isTogether: boolean,
  doses: readonly UpcomingMedication[],
  open: readonly UpcomingMedication[],
) {
  const [before, setGroup] = useState<ReminderGroup>();
  const group = isTogether ? groupAfter(before, doses, open) : undefined;
  if (group !== before) setGroup(group);
  return [group, setGroup] as const;
}

function useStanding(timezone: string | undefined) {
  const { data = NONE, dataUpdatedAt } = useUpcomingMedications();
  const dismissed = useSyncExternalStore(watchDismissed, dismissedReminders);
  // The time is wrapped in an object, so that two updates within one millisecond still set the next
  // timer.
  const [looked, setLooked] = useState(() => ({ now: serverNow() }));
  const snoozes = useSyncExternalStore(watchSnoozes, localSnoozes);
  const standing = findDueReminders(data, dismissed, looked.now, timezone, snoozes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the server may have set the clock right
  useEffect(() => setLooked({ now: serverNow() }), [dataUpdatedAt]);
  // Evaluates the reminders again when a snooze was added or reopened, because the reminder to show
  // may change at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the snoozes is a new look
  useEffect(() => setLooked({ now: serverNow() }), [snoozes]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look arms the timer anew
  useEffect(
    () => wakeAt(standing.lookAgainAt, () => setLooked({ now: serverNow() })),
    [standing.lookAgainAt, looked],
  );
  return { ...standing, doses: data, now: looked.now };
}
