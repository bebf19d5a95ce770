import download from '@phosphor-icons/core/assets/bold/download-simple-bold.svg?raw';
import printer from '@phosphor-icons/core/assets/bold/printer-bold.svg?raw';
import { type ReactNode, useState } from 'react';
import { usePeople } from '#features/people/web/queries.ts';
import { toCsv } from '#kit/shared/csv.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import {
  addDays,
  formatFullDay,
  formatMonthDay,
  formatTime,
  localDate,
} from '#kit/shared/zoned-time.ts';
import '#kit/web/print-alone.css';
import { saveFile } from '#kit/web/save-file.ts';
import { Button } from '#kit/web/ui/Button.tsx';
import { ListState } from '#kit/web/ui/ListState.tsx';
import { Select } from '#kit/web/ui/Select.tsx';
import { useNow } from '#kit/web/use-now.ts';
import { useAdherence, useMedications } from '../../queries.ts';
import { DaySquares } from './DaySquares.tsx';
import { DoctorTable } from './DoctorTable.tsx';
import { DoseBars } from './DoseBars.tsx';
import {
  adherenceTable,
  BAR_DAYS,
  barsSince,
  doctorRows,
  SQUARE_DAYS,
  squaresUntil,
} from './doctor-page.ts';

interface DoctorPageProps {
  timezone: string;
  /** What else there is of that elder between two local dates; the sheet has no place for nothing. */
  besides: (userId: string, from: string, to: string) => ReactNode;
}

/** What a doctor asks for, on one sheet of paper: what is taken and when, and what was taken. */
export function DoctorPage({ timezone, besides }: DoctorPageProps) {
  const now = useNow(MINUTE_MS);
  const today = localDate(now, timezone);
  const elders = usePeople().data?.filter(({ role }) => role === 'user') ?? [];
  const [chosen, setChosen] = useState<string>();
  const elder = elders.find(({ id }) => id === chosen) ?? elders[0];
  const medications = useMedications();
  const adherence = useAdherence(addDays(today, 1 - SQUARE_DAYS), today);
  const isTheirs = ({ userId }: { userId: string }) =>
    elders.length < 2 || userId === 'system' || userId === elder?.id;
  const others = new Set(medications.data?.filter((each) => !isTheirs(each)).map(({ id }) => id));
  const rows = doctorRows(medications.data?.filter(isTheirs) ?? [], today);
  const days = adherence.data?.filter(({ medicationId }) => !others.has(medicationId)) ?? [];
  const name = elder ? `${elder.firstName} ${elder.lastName}`.trim() : '';
  const since = addDays(today, 1 - BAR_DAYS);
  const query = medications.isSuccess ? adherence : medications;
  return (
    <div className="grid grid-cols-1 gap-5.5">
      <div className="flex flex-wrap items-end gap-3">
        {elders.length > 1 ? (
          <Select
            label="For whom"
            options={elders.map(({ id, firstName, lastName }) => ({
              value: id,
              label: `${firstName} ${lastName}`.trim(),
            }))}
            value={elder?.id ?? null}
            onChange={setChosen}
          />
        ) : null}
        <Button icon={printer} isDisabled={!query.isSuccess} onPress={() => window.print()}>
          Print
        </Button>
        <Button
          variant="outline"
          icon={download}
          isDisabled={!query.isSuccess}
          onPress={() => saveFile(`doses-${today}.csv`, 'text/csv', toCsv(adherenceTable(days)))}
        >
          Save the days as a table (CSV)
        </Button>
      </div>
      <ListState
        query={query}
        isEmpty={false}
        emptyText=""
        errorText="The page for the doctor could not be loaded."
      >
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
              {formatMonthDay(since)} to {formatMonthDay(today)}. As of{' '}
              {formatFullDay(now, timezone)}, {formatTime(now, timezone)}
            </p>
          </header>
          <DoctorTable rows={rows} />
          <div className="mt-4 grid grid-cols-1 gap-x-8 gap-y-4 print:mt-3 tablet:grid-cols-2 print:grid-cols-2">
            <DoseBars bars={barsSince(days, since)} />
            <DaySquares weeks={squaresUntil(days, today)} />
          </div>
          {elder ? besides(elder.id, since, today) : null}
          <p className="mt-4 border-line-strong border-t pt-2 print:mt-3 print:pt-1">
            As said on the tablet and by the family. Not a prescription.
          </p>
        </article>
      </ListState>
    </div>
  );
}
