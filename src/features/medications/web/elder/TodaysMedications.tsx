import pill from '@phosphor-icons/core/assets/duotone/pill-duotone.svg?raw';
import type { ReactNode } from 'react';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import { TouchCard, TouchEmpty, TouchSkeletons, TouchUnread } from '#platform/web/ui/TouchCard.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { LogStatus, UpcomingMedication } from '../../contract.ts';
import { answeredMessage } from '../../domain/answer-messages.ts';
import { dayList, partsBeforeNow, wovenIn } from '../../domain/day-list.ts';
import { useUpcomingMedications } from '../todays-doses.ts';
import { AsNeededMedications } from './AsNeededMedications.tsx';
import { DayPart } from './DayPart.tsx';
import { useFailedAnswers } from './failed-answers.ts';
import { useOldReminders } from './old-reminders.ts';
import { useAnswerDoses } from './use-answer-doses.ts';
import { useClosedAlert } from './use-closed-alert.ts';
import { usePressesByDose } from './use-kept-presses.ts';

const NONE: readonly UpcomingMedication[] = [];

export interface WovenLine {
  readonly at: Date;
  readonly line: ReactNode;
}

interface TodaysMedicationsProps {
  /** If undefined, no times are shown. */
  timezone: string | undefined;
  isAlarmEnabled: boolean;
  /**
   * The other entries of today, shown between the doses if there is no space for a separate list.
   */
  between: readonly WovenLine[];
  /** A notice that no reminders ring because the elder is away. */
  away?: ReactNode;
}

/** Lists today's doses with Taken and Skip, grouped by time, and the as-needed medications. */
export function TodaysMedications(props: TodaysMedicationsProps) {
  const { timezone, isAlarmEnabled, between, away } = props;
  const { data = NONE, isPending, isError, refetch } = useUpcomingMedications();
  const now = useNow(MINUTE_MS);
  const answer = useAnswerDoses();
  const presses = usePressesByDose();
  const old = useOldReminders();
  useClosedAlert(data, isAlarmEnabled);
  const failed = useFailedAnswers();
  const parts = dayList(data, now, timezone ?? 'UTC');
  const earlier = partsBeforeNow(parts);
  const woven = wovenIn(parts, between);
  const linesBefore = (time: string) => (woven.get(time) ?? []).map(({ line }) => line);
  // The row itself shows the result with Undo, so My Day needs no toast.
  const log = (items: readonly UpcomingMedication[], status: LogStatus) =>
    answer(items, status, {
      about: answeredMessage(items, status, new Date(serverNow()), timezone),
      seenOn: '/my-day',
      isFinal: status === 'pending',
    });
  return (
    <TouchCard icon={pill} title="Today’s Medications">
      {isPending && <TouchSkeletons />}
      {isError && data.length === 0 && (
        <TouchUnread text="Medications cannot be shown right now" onAgain={() => void refetch()} />
      )}
      {old && <p className="font-bold text-elder">{old}</p>}
      {away}
      {!isPending && !isError && !old && !away && data.length === 0 && (
        <TouchEmpty icon={pill} text="No medications scheduled for today" />
      )}
      {parts.map((part) => (
        <DayPart
          // The assignment of a dose to a part of the day depends on the time zone.
          key={`${part.part} ${timezone}`}
          part={part}
          now={now}
          timezone={timezone}
          presses={presses}
          failed={failed}
          isEarlier={earlier.has(part.part)}
          linesBefore={linesBefore}
          onAnswer={log}
        />
      ))}
      {parts.length > 0 && linesBefore('after')}
      {timezone && <AsNeededMedications timezone={timezone} now={now} />}
    </TouchCard>
  );
}
