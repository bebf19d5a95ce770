import type { ReactNode } from 'react';
import {
  addDays,
  formatFullDay,
  formatMonthDay,
  formatTime,
  localDate,
} from '#platform/shared/zoned-time.ts';
import '#platform/web/print-alone.css';
import type { AdherenceDay } from '../../../contract.ts';
import type { AwayPeriod } from '../../../domain/away.ts';
import { DaySquares } from './DaySquares.tsx';
import { DoctorTable } from './DoctorTable.tsx';
import { DoseBars } from './DoseBars.tsx';
import {
  BAR_DAYS,
  barsSince,
  doctorRows,
  type ShownMedication,
  squaresUntil,
} from './doctor-page.ts';

interface DoctorSheetProps {
  name: string;
  medications: readonly ShownMedication[];
  days: readonly AdherenceDay[];
  away: readonly AwayPeriod[];
  timezone: string;
  now: Date;
  children?: ReactNode;
}

/** One sheet of paper with the current medications, their times, and the adherence. */
export function DoctorSheet(props: DoctorSheetProps) {
  const { name, medications, days, away, timezone, now, children } = props;
  const today = localDate(now, timezone);
  const since = addDays(today, 1 - BAR_DAYS);
  return (
    <article
      aria-label="For the doctor"
      className="print-alone upright min-w-0 rounded-box border border-line bg-white p-4 text-ink leading-snug print:text-[0.8125rem] tablet:p-8 print:border-0 print:p-0"
    >
      <header className="mb-4 flex flex-wrap items-end print:mb-2 justify-between gap-x-6 gap-y-1 border-ink border-b-3 pb-2.5">
        <h2 className="font-bold text-[1.75rem] leading-tight">{name || 'Medications'}</h2>
        <p className="text-right">
          <strong className="block font-semibold print:text-[0.9375rem]">
            Medications and how they were taken
          </strong>
          {formatMonthDay(since)} to {formatMonthDay(today)}. As of {formatFullDay(now, timezone)},{' '}
          {formatTime(now, timezone)}
        </p>
      </header>
      <DoctorTable rows={doctorRows(medications, today)} />
      <div className="mt-4 grid grid-cols-1 gap-x-8 gap-y-4 print:mt-3 tablet:grid-cols-2 print:grid-cols-2">
        <DoseBars bars={barsSince(days, since)} />
        <DaySquares weeks={squaresUntil(days, today, away)} />
      </div>
      {children}
      <p className="mt-4 border-line-strong border-t pt-2 print:mt-3 print:pt-1">
        As said on the tablet and by the family. Not a prescription.
      </p>
    </article>
  );
}
