import { useContext, useRef } from 'react';
import { formatTime } from '#platform/shared/zoned-time.ts';
import type { LogStatus } from '../../contract.ts';
import type { DayDose, DoseUrgency } from '../../domain/day-list.ts';
import { unbrokenDosage } from '../../domain/dosage-text.ts';
import { lateness } from '../../domain/lateness.ts';
import { DoseBadge } from '../DoseBadge.tsx';
import type { WaitingPress } from '../dose-store.ts';
import { PillPicture } from '../PillPicture.tsx';
import { type DayAnswer, DayDoseActions } from './DayDoseActions.tsx';
import { DoseResult } from './DoseResult.tsx';
import { NotSaved } from './NotSaved.tsx';
import { OwnerName } from './owner-name.ts';
import { useDaySnooze } from './use-day-snooze.ts';

interface DayDoseCardProps {
  dose: DayDose;
  now: Date;
  /** If undefined, no times are shown. */
  timezone: string | undefined;
  /** The last press of the dose, if it is not delivered yet. */
  press: WaitingPress | undefined;
  /** Why the last answer was not saved. */
  failure: string | undefined;
  /** True while the person changes an existing answer. */
  isChanged: boolean;
  /** True if the scheduled time is shown above the card. */
  isTimeSaid: boolean;
  onAnswer: DayAnswer;
}

type Medicine = DayDose['item']['medication'];

const CARD = 'grid grid-cols-1 gap-3 rounded-press border-3 p-3 tablet:p-5';
const NOW = 'border-gold-line bg-gold-soft';
const OVERDUE = 'border-gold-line';
const TAKEN = 'border-listen bg-listen-tint';
const SKIPPED = 'border-myday bg-myday-tint';
const ROW = 'mirrors flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-t-2 py-3';

/**
 * Shows one dose of the day: a gold card if it is due, a white card with a gold border if it is
 * overdue, a plain row if it is later.
 */
export function DayDoseCard(props: DayDoseCardProps) {
  const { dose, now, timezone, press, failure, isChanged, isTimeSaid, onAnswer } = props;
  const { item, urgency } = dose;
  const whose = useContext(OwnerName)(item.userId);
  const isCard = useLastOpen(urgency) === 'now' || isChanged;
  const isOverdue = isOverdueAt(item, now);
  const snooze = useDaySnooze(dose, now, timezone);
  return (
    <li className={isCard ? `${CARD} ${edgeOf(item.status, urgency, isOverdue)}` : ROW}>
      <p
        className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 ${isCard ? '' : 'basis-full'}`}
      >
        <span className="flex flex-wrap items-baseline gap-x-4">
          {(isCard || !isTimeSaid) && (
            <time
              dateTime={item.scheduledTime}
              className={`tabular font-bold ${isCard ? 'text-[2rem]' : 'text-elder'}`}
            >
              {timezone && formatTime(new Date(item.scheduledTime), timezone)}
            </time>
          )}
          {whose && <span className="min-w-0 font-bold text-elder wrap-anywhere">for {whose}</span>}
        </span>
        {urgency !== 'later' && urgency !== 'done' && (
          <DoseBadge dose={item} now={now} size="elder" />
        )}
        {urgency === 'done' && <DoseResult {...{ item, press, timezone }} />}
      </p>
      <AskBefore isOverdue={isOverdue} />
      <DoseWords medication={item.medication} isCard={isCard} />
      <div className={isCard ? '' : 'min-w-[min(16.5rem,100%)] flex-1'}>
        <DayDoseActions
          {...{ dose, now, timezone, isChanged, isOverdue, onAnswer }}
          snooze={snooze.offer}
          isInRow={!isCard}
        />
      </div>
      {snooze.message && <p className="font-bold text-elder">{snooze.message}</p>}
      <NotSaved reason={failure} />
    </li>
  );
}

function isOverdueAt({ status, scheduledTime }: DayDose['item'], now: Date): boolean {
  return status === 'pending' && lateness(new Date(scheduledTime), now).kind === 'overdue';
}

function edgeOf(status: LogStatus, urgency: DoseUrgency, isOverdue: boolean): string {
  if (isOverdue) return OVERDUE;
  if (urgency === 'done') return status === 'taken' ? TAKEN : SKIPPED;
  return urgency === 'now' ? NOW : 'border-line';
}

/**
 * Tells the elder to ask before taking an overdue dose. After the answer the line is only
 * invisible, so that the layout does not shift.
 */
function AskBefore({ isOverdue }: { isOverdue: boolean }) {
  const hasStood = useRef(false);
  if (isOverdue) hasStood.current = true;
  if (!hasStood.current) return null;
  return (
    <p className={`font-bold text-danger-deep text-elder ${isOverdue ? '' : 'invisible'}`}>
      Ask before you take it now.
    </p>
  );
}

function DoseWords({ medication, isCard }: { medication: Medicine; isCard: boolean }) {
  const { name, dosage, instructions, pillImageUrl } = medication;
  return (
    <div
      className={`flex items-center gap-4 ${isCard ? '' : 'min-w-[min(16.5rem,100%)] flex-[1.4]'}`}
    >
      <PillPicture
        url={pillImageUrl}
        alt=""
        isOnlyPhoto
        className={`flex-none rounded-press ${isCard ? 'size-18 tablet:size-23' : 'size-18'}`}
      />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className={`leading-tight wrap-anywhere ${isCard ? 'text-press' : 'text-elder'}`}>
          <strong className={`font-heavy ${isCard ? 'text-[2.25rem]' : 'text-[1.875rem]'}`}>
            {name}
          </strong>{' '}
          <span>{unbrokenDosage(dosage)}</span>
        </p>
        {instructions && (
          <p className="whitespace-pre-line text-elder leading-snug">{instructions}</p>
        )}
      </div>
    </div>
  );
}

/**
 * Returns the urgency before the answer, so that an answer does not change the size of the card.
 */
function useLastOpen(urgency: DoseUrgency): DoseUrgency {
  const last = useRef(urgency);
  if (urgency !== 'done') last.current = urgency;
  return last.current;
}
