import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useContext } from 'react';
import { TouchQuestion } from '#platform/web/ui/TouchQuestion.tsx';
import { ReminderStands } from './reminder-open.ts';

interface TooSoonProps {
  name: string;
  /** The time from which the next dose is within the limit, such as 'at 5:15 PM'. */
  next: string;
  /** The time at which the last dose was taken. */
  last: string | undefined;
  now: string;
  onTaken: () => void;
  onBack: () => void;
}

/** Asks for a confirmation before a dose beyond its limit is logged. */
export function TooSoon({ name, next, last, now, onTaken, onBack }: TooSoonProps) {
  // This question is hidden while a reminder is shown, because the reminder takes precedence and an
  // answer to the question must not close it.
  if (useContext(ReminderStands)) return null;
  return (
    <TouchQuestion
      title={`The next one is ${next}. Take it now?`}
      keep="Not now"
      action="Yes, taken"
      icon={check}
      onKeep={onBack}
      onConfirm={onTaken}
    >
      <p className="text-press leading-snug">
        <strong className="font-heavy text-[2.25rem]">{name}</strong>
      </p>
      <p className="mt-2 text-elder">
        {`${last === undefined ? '' : `You took one ${last}. `}It is ${now} now.`}
      </p>
    </TouchQuestion>
  );
}
