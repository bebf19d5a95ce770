import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useState } from 'react';
import type { Elder } from '#features/people/domain/elders.ts';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { ConfirmDialog } from '#platform/web/forms/ConfirmDialog.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { OwnerBadge } from '#platform/web/ui/ForWhom.tsx';
import type { UpcomingMedication } from '../../contract.ts';
import { isFarAhead } from '../../domain/day-list.ts';
import { DoseBadge } from '../DoseBadge.tsx';
import { useAnswerDose } from './use-answer-dose.ts';

interface DoseProps {
  dose: UpcomingMedication;
  now: Date;
  timezone: string;
  /** Called when an answer to the dose is being sent. */
  onAnswer: (id: string) => void;
}

interface ReminderRowProps extends DoseProps {
  elders: readonly Elder[];
  /**
   * True if the dose was answered here: its row keeps its height, so that no button moves under the
   * finger.
   */
  isHeld: boolean;
}

/**
 * Shows one dose: time, medication, status and the buttons to answer. On a phone it takes two
 * lines.
 */
export function ReminderRow({ dose, now, timezone, elders, isHeld, onAnswer }: ReminderRowProps) {
  const { name, dosage } = dose.medication;
  const isOpen = dose.status === 'pending';
  return (
    <li
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 py-2 @2xl:flex-nowrap ${isOpen || isHeld ? 'min-h-24 @2xl:min-h-15.5' : 'min-h-12'}`}
    >
      <time
        dateTime={dose.scheduledTime}
        className="w-20 flex-none font-bold tabular whitespace-nowrap"
      >
        {formatTime(new Date(dose.scheduledTime), timezone)}
      </time>
      <p className="flex min-w-0 flex-1 basis-24 flex-wrap items-center gap-x-2.5 wrap-anywhere">
        <span className="min-w-0 font-semibold">{name}</span>
        {dosage ? <span className="text-help text-soft">{dosage}</span> : null}
        <OwnerBadge id={dose.userId} people={elders} />
      </p>
      <div
        className={`flex flex-none flex-wrap items-center gap-2 ${isOpen ? '@max-2xl:w-full' : ''}`}
      >
        <span className="@max-2xl:order-last">
          <DoseBadge dose={dose} now={now} />
          {isOpen && isSnoozed(dose, now) && (
            <span className="block text-help text-soft">
              Snoozed until {formatTime(new Date(dose.snooze?.until ?? now), timezone)}
            </span>
          )}
        </span>
        {isOpen ? (
          <DoseActions dose={dose} now={now} timezone={timezone} onAnswer={onAnswer} />
        ) : null}
      </div>
    </li>
  );
}

const isSnoozed = ({ snooze }: UpcomingMedication, now: Date): boolean =>
  snooze !== undefined && Date.parse(snooze.until) > now.getTime();

function DoseActions({ dose, now, timezone, onAnswer }: DoseProps) {
  const { say: sayOf, pressed } = useAnswerDose(timezone);
  const say = (status: 'taken' | 'skipped') => {
    onAnswer(dose.id);
    void sayOf({ ...dose, doseId: dose.id }, status);
  };
  const [isAsking, setAsking] = useState(false);
  const { name } = dose.medication;
  // A dose that is hours ahead has a plain button and needs a confirmation, because a wrong press
  // would silence its reminder.
  const isFar = isFarAhead(dose.scheduledTime, now);
  return (
    <div className="flex gap-2">
      <Button
        variant={isFar ? 'outline' : 'success'}
        icon={check}
        className="@max-lg:px-3 @max-lg:[&_.icon]:hidden"
        aria-label={`Taken: ${name}`}
        isPending={pressed === 'taken'}
        isDisabled={pressed === 'skipped'}
        onPress={() => (isFar ? setAsking(true) : say('taken'))}
      >
        Taken
      </Button>
      <Button
        variant="outline"
        className="@max-lg:px-3"
        aria-label={`Skip: ${name}`}
        isPending={pressed === 'skipped'}
        isDisabled={pressed === 'taken'}
        onPress={() => say('skipped')}
      >
        Skip
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={`It is for ${formatTime(new Date(dose.scheduledTime), timezone)}. Taken already?`}
          text={`${name}. It is ${formatTime(now, timezone)} now. Marked as taken, it does not ring.`}
          keep="Not yet"
          action="Yes, taken"
          call={async () => say('taken')}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}
