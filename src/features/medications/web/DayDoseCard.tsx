import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useState } from 'react';
import { formatTime } from '#kit/shared/zoned-time.ts';
import { ElderButton } from '#kit/web/ui/ElderButton.tsx';
import type { UpcomingMedication } from '../contract.ts';
import type { DayDose, DoseUrgency } from '../day-list.ts';
import { DoseBadge } from './DoseBadge.tsx';
import { SavedHere } from './SavedHere.tsx';

export type DayAnswer = 'taken' | 'skipped';

interface DayDoseCardProps {
  dose: DayDose;
  now: Date;
  timezone: string;
  /** What was answered waits on this tablet for a connection. */
  isKept: boolean;
  /** Resolves when it is kept or logged, or when that has failed and was said. */
  onAnswer: (item: UpcomingMedication, answer: DayAnswer) => Promise<unknown>;
}

const BOXES: Record<DoseUrgency, string> = {
  now: 'border-gold-line bg-gold-soft/60',
  soon: 'border-line bg-surface',
  later: 'border-line bg-surface',
  done: 'border-line bg-surface',
};

/** One dose of the day. What is due stands out; what is done has no buttons. */
export function DayDoseCard({ dose, now, timezone, isKept, onAnswer }: DayDoseCardProps) {
  const { item, urgency } = dose;
  const { name, dosage, instructions } = item.medication;
  return (
    <li className={`grid gap-3 rounded-press border-3 p-4 tablet:p-5 ${BOXES[urgency]}`}>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <time dateTime={item.scheduledTime} className="tabular font-bold text-[2rem]">
          {formatTime(new Date(item.scheduledTime), timezone)}
        </time>
        <DoseBadge dose={item} now={now} size="elder" />
      </p>
      <p className="text-press leading-tight">
        <strong className="font-heavy text-[2.25rem]">{name}</strong> {dosage}
      </p>
      {instructions && <p className="whitespace-pre-line text-elder text-soft">{instructions}</p>}
      {isKept && urgency === 'done' && <SavedHere />}
      {urgency !== 'done' && <DoseButtons dose={dose} onAnswer={onAnswer} />}
    </li>
  );
}

function DoseButtons({ dose, onAnswer }: Pick<DayDoseCardProps, 'dose' | 'onAnswer'>) {
  const { item, urgency } = dose;
  const { name } = item.medication;
  const [posting, setPosting] = useState<DayAnswer>();
  const answer = async (status: DayAnswer) => {
    setPosting(status);
    await onAnswer(item, status);
    setPosting(undefined);
  };
  const isPosting = posting !== undefined;
  return (
    <div className="grid gap-4 phone:grid-cols-[1.5fr_1fr]">
      <ElderButton
        size="card"
        look={urgency === 'later' ? 'outline' : 'success'}
        icon={check}
        aria-label={`Taken: ${name}`}
        isBusy={posting === 'taken'}
        isDisabled={isPosting && posting !== 'taken'}
        className="px-3!"
        onPress={() => void answer('taken')}
      >
        Taken
      </ElderButton>
      <ElderButton
        size="card"
        look="outline"
        aria-label={`Skip: ${name}`}
        isBusy={posting === 'skipped'}
        isDisabled={isPosting && posting !== 'skipped'}
        className="px-3!"
        onPress={() => void answer('skipped')}
      >
        Skip
      </ElderButton>
    </div>
  );
}
