import type { ReactNode } from 'react';
import { lateness } from '#features/medications/domain/lateness.ts';
import { formatTime } from '#platform/shared/zoned-time.ts';
import type { TodaysDose } from '../contract.ts';

interface OpenDosesProps {
  doses: readonly TodaysDose[];
  timezone: string;
  now: Date;
  /** Renders the buttons to answer a dose. */
  answers: (dose: TodaysDose) => ReactNode;
}

export function OpenDoses({ doses, timezone, now, answers }: OpenDosesProps) {
  const waiting = doses.filter(({ state }) => ['due', 'overdue', 'missed'].includes(state));
  if (waiting.length === 0) return null;
  return (
    <ul aria-label="Doses that wait" className="grid gap-3">
      {waiting.map((dose) => (
        <li
          key={dose.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-box border border-line bg-surface px-5 py-3.5"
        >
          <p className="min-w-0 flex-1 basis-44 leading-snug">
            <span className="block font-semibold wrap-anywhere">
              {[dose.name, dose.dosage].filter(Boolean).join(' ')}
            </span>
            <span className="block text-help text-soft">
              {formatTime(new Date(dose.scheduledTime), timezone)}
              {', '}
              {dose.state === 'missed'
                ? 'missed'
                : lateness(new Date(dose.scheduledTime), now).words.toLowerCase()}
            </span>
          </p>
          {answers(dose)}
        </li>
      ))}
    </ul>
  );
}
