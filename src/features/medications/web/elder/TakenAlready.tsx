import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useContext } from 'react';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { TouchQuestion } from '#platform/web/ui/TouchQuestion.tsx';
import type { UpcomingMedication } from '../../contract.ts';
import { unbrokenDosage } from '../../domain/dosage-text.ts';
import { ReminderStands } from './reminder-open.ts';

interface TakenAlreadyProps {
  /** Doses of one scheduled time. */
  items: readonly UpcomingMedication[];
  now: Date;
  /** If undefined, no times are shown. */
  timezone: string | undefined;
  onKeep: () => void;
  onConfirm: () => void;
}

/**
 * Asks for a confirmation if Taken is pressed long before the scheduled time: the person may mean
 * another dose.
 */
export function TakenAlready({ items, now, timezone, onKeep, onConfirm }: TakenAlreadyProps) {
  // This question is hidden while a reminder is shown, because the reminder takes precedence and an
  // answer to the question must not close it.
  if (useContext(ReminderStands)) return null;
  const due = new Date(items[0]?.scheduledTime ?? now);
  return (
    <TouchQuestion
      title={`It is for ${timezone ? formatTime(due, timezone) : 'later'}. Taken already?`}
      keep="Not yet"
      action="Yes, taken"
      icon={check}
      onKeep={onKeep}
      onConfirm={onConfirm}
    >
      {items.map(({ id, medication }) => (
        <p key={id} className="text-press leading-snug">
          <strong className="font-heavy text-[2.25rem]">{medication.name}</strong>{' '}
          {unbrokenDosage(medication.dosage)}
        </p>
      ))}
      {timezone && (
        <p className="mt-2 text-elder text-soft">It is {formatTime(now, timezone)} now.</p>
      )}
    </TouchQuestion>
  );
}
