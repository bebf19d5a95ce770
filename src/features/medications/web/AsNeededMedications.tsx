import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useState } from 'react';
import { formatTime, localDate } from '#kit/shared/zoned-time.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { ElderButton } from '#kit/web/ui/ElderButton.tsx';
import type { Medication, MedicationLog } from '../contract.ts';
import { useLogsOn, useMedications } from './queries.ts';
import { sayLogged, useLogDoseWithWords } from './use-log-dose-with-words.ts';

/** Medications that are taken as needed: never due, with a button that logs now. */
export function AsNeededMedications({ timezone, now }: { timezone: string; now: Date }) {
  const today = localDate(now, timezone);
  const { data: medications = [] } = useMedications();
  const { data: logs = [] } = useLogsOn(today);
  const shown = medications.filter((medication) => isToBeHad(medication, today));
  if (shown.length === 0) return null;
  return (
    <div className="grid gap-4">
      <h3 className="mt-2 font-bold text-item">When needed</h3>
      <ul className="grid gap-4">
        {shown.map((medication) => (
          <AsNeededCard
            key={medication.id}
            medication={medication}
            taken={logs.filter((log) => log.medicationId === medication.id)}
            timezone={timezone}
          />
        ))}
      </ul>
    </div>
  );
}

interface AsNeededCardProps {
  medication: Medication;
  /** Today's logs of it, newest first. */
  taken: readonly MedicationLog[];
  timezone: string;
}

function AsNeededCard({ medication, taken, timezone }: AsNeededCardProps) {
  const { id, name, dosage, instructions } = medication;
  const [isPosting, setPosting] = useState(false);
  const log = useLogDoseWithWords();
  const take = async () => {
    setPosting(true);
    const logged = await log(
      { medicationId: id, scheduledTime: new Date(serverNow()).toISOString() },
      'taken',
    );
    setPosting(false);
    if (logged) sayLogged(() => void log(logged, 'pending'));
  };
  return (
    <li className="grid gap-3 rounded-press border-3 border-line bg-surface p-4 tablet:p-5">
      <p className="text-press leading-tight">
        <strong className="font-heavy text-[2.25rem]">{name}</strong> {dosage}
      </p>
      {instructions && <p className="whitespace-pre-line text-elder text-soft">{instructions}</p>}
      <p className="text-elder">{takenWords(taken, timezone)}</p>
      <ElderButton
        size="card"
        look="outline"
        icon={check}
        aria-label={`Taken: ${name}`}
        isBusy={isPosting}
        onPress={() => void take()}
      >
        Taken
      </ElderButton>
    </li>
  );
}

function isToBeHad(medication: Medication, today: string): boolean {
  const { frequency, isActive, startDate, endDate } = medication;
  const isNow = startDate <= today && (endDate === null || today <= endDate);
  return frequency === 'as_needed' && isActive && isNow;
}

function takenWords(logs: readonly MedicationLog[], timezone: string): string {
  const times = logs
    .filter(({ status }) => status === 'taken')
    .map(({ scheduledTime }) => formatTime(new Date(scheduledTime), timezone));
  return times.length === 0 ? 'Not taken today' : `Taken today at ${times.reverse().join(', ')}`;
}
