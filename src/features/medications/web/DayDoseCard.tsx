import { useContext } from 'react';
import { formatTime } from '#kit/shared/zoned-time.ts';
import type { DayDose, DoseUrgency } from '../day-list.ts';
import { type DayAnswer, DayDoseActions } from './DayDoseActions.tsx';
import { DoseBadge } from './DoseBadge.tsx';
import { SavedHere } from './SavedHere.tsx';
import { WhoseName } from './whose-name.ts';

interface DayDoseCardProps {
  dose: DayDose;
  now: Date;
  /** Without it no time is shown. */
  timezone: string | undefined;
  /** What was answered waits on this tablet for a connection. */
  isKept: boolean;
  onAnswer: DayAnswer;
}

const BOXES: Record<DoseUrgency, string> = {
  now: 'border-gold-line bg-gold-soft/60',
  soon: 'border-line bg-surface',
  later: 'border-line bg-surface',
  done: 'border-line bg-surface',
};

/** One dose of the day. What is due stands out; what is answered can be changed. */
export function DayDoseCard({ dose, now, timezone, isKept, onAnswer }: DayDoseCardProps) {
  const { item, urgency } = dose;
  const { name, dosage, instructions } = item.medication;
  const whose = useContext(WhoseName)(item.userId);
  return (
    <li className={`grid gap-3 rounded-press border-3 p-4 tablet:p-5 ${BOXES[urgency]}`}>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <time dateTime={item.scheduledTime} className="tabular font-bold text-[2rem]">
          {timezone && formatTime(new Date(item.scheduledTime), timezone)}
        </time>
        {whose && <span className="min-w-0 font-bold text-elder wrap-anywhere">for {whose}</span>}
        <DoseBadge dose={item} now={now} size="elder" />
      </p>
      <p className="text-press leading-tight">
        <strong className="font-heavy text-[2.25rem]">{name}</strong> {dosage}
      </p>
      {instructions && <p className="whitespace-pre-line text-elder text-soft">{instructions}</p>}
      <DayDoseActions dose={dose} now={now} timezone={timezone} onAnswer={onAnswer} />
      {isKept && urgency === 'done' && <SavedHere />}
    </li>
  );
}
