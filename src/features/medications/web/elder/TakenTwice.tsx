import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useContext } from 'react';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { TouchQuestion } from '#platform/web/ui/TouchQuestion.tsx';
import { unbrokenDosage } from '../../domain/dosage-text.ts';
import { keyOf } from '../reminder-machine.ts';
import { useAnsweredDoses } from '../todays-doses.ts';
import { ReminderStands } from './reminder-open.ts';
import { closeTakenBefore, type TakenBefore, useTakenBefore } from './taken-before.ts';
import { useAnswerDoses } from './use-answer-doses.ts';

interface TakenTwiceProps {
  /** If undefined, no times are shown. */
  timezone: string | undefined;
}

/**
 * Shows the question about the first dose that was taken already and for which it is not answered.
 */
export function TakenTwice({ timezone }: TakenTwiceProps) {
  const asked = useTakenBefore().find(({ isOpen }) => isOpen);
  return asked && <Question key={keyOf(asked.press)} asked={asked} timezone={timezone} />;
}

/**
 * The dose had been logged as taken, here or on another screen, before Taken was pressed: asks
 * whether it was the same pill or an extra one. Nothing is logged until the question is answered.
 */
function Question({ asked, timezone }: TakenTwiceProps & { asked: TakenBefore }) {
  const { data: doses = [] } = useAnsweredDoses();
  const answer = useAnswerDoses();
  // This question is hidden while a reminder is shown, because the reminder takes precedence and an
  // answer to the question must not close it.
  if (useContext(ReminderStands)) return null;
  const { press, by, at } = asked;
  const { medicationId, scheduledTime, doseId } = press;
  const medication = doses.find((dose) => dose.medicationId === medicationId)?.medication;
  const addOne = () => {
    closeTakenBefore(asked);
    const dose = { medicationId, scheduledTime, ...(doseId === undefined ? {} : { id: doseId }) };
    const about = medication && `${medication.name}: taken.`;
    void answer([dose], 'taken', {
      isOneMore: true,
      isFinal: true,
      ...(about === undefined ? {} : { about }),
    });
  };
  const time = timezone ? ` at ${formatTime(new Date(at), timezone).replace(' ', '\u00a0')}` : '';
  return (
    <TouchQuestion
      title={`Taken already${time}. Did you take it twice?`}
      keep="No, once"
      action="Yes, twice"
      icon={check}
      onKeep={() => closeTakenBefore(asked)}
      onConfirm={addOne}
    >
      {medication && (
        <p className="text-press leading-snug">
          <strong className="font-heavy text-[2.25rem]">{medication.name}</strong>{' '}
          {unbrokenDosage(medication.dosage)}
        </p>
      )}
      <p className="mt-2 text-elder text-soft">{by} said so.</p>
    </TouchQuestion>
  );
}
