import download from '@phosphor-icons/core/assets/bold/download-simple-bold.svg?raw';
import printer from '@phosphor-icons/core/assets/bold/printer-bold.svg?raw';
import type { ReactNode } from 'react';
import type { Person } from '#features/people/contract.ts';
import { useElderChoice } from '#features/people/web/queries.ts';
import { toCsv } from '#platform/shared/csv.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { addDays, localDate } from '#platform/shared/zoned-time.ts';
import { saveFile } from '#platform/web/save-file.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { ListState } from '#platform/web/ui/ListState.tsx';
import { Select } from '#platform/web/ui/Select.tsx';
import { useNow } from '#platform/web/use-now.ts';
import type { Medication } from '../../../contract.ts';
import type { AwayPeriod } from '../../../domain/away.ts';
import { isFor } from '../../../domain/is-for.ts';
import { useAdherence, useMedications } from '../../queries.ts';
import { DoctorSheet } from './DoctorSheet.tsx';
import { adherenceTable, BAR_DAYS, SQUARE_DAYS } from './doctor-page.ts';

interface DoctorPageProps {
  timezone: string;
  /** Further content for that elder between two local dates; null if there is none. */
  besides: (userId: string, from: string, to: string) => ReactNode;
  /** The away periods, by the id of the elder or 'system' for all. */
  away: readonly (AwayPeriod & { readonly userId: string })[];
  actions: (shown: ShownElder) => ReactNode;
}

/** The elder whose page is shown, with the filter for that elder's medications. */
export interface ShownElder {
  readonly elder: Pick<Person, 'id' | 'firstName' | 'lastName'>;
  readonly medications: readonly Medication[];
  readonly isTheirs: (medication: Pick<Medication, 'userId'>) => boolean;
  readonly today: string;
  readonly timezone: string;
}

/** The doctor's page: the medications with their times and the adherence, on one sheet of paper. */
export function DoctorPage({ timezone, besides, away, actions }: DoctorPageProps) {
  const now = useNow(MINUTE_MS);
  const today = localDate(now, timezone);
  const { elder, options, choose } = useElderChoice();
  const medications = useMedications();
  const adherence = useAdherence(addDays(today, 1 - SQUARE_DAYS), today);
  const isTheirs = isFor(elder?.id, options.length);
  const others = new Set(medications.data?.filter((each) => !isTheirs(each)).map(({ id }) => id));
  const theirs = medications.data?.filter(isTheirs) ?? [];
  const days = adherence.data?.filter(({ medicationId }) => !others.has(medicationId)) ?? [];
  const name = elder ? fullName(elder) : '';
  const since = addDays(today, 1 - BAR_DAYS);
  const query = medications.isSuccess ? adherence : medications;
  return (
    <div className="grid grid-cols-1 gap-5.5">
      <div className="flex flex-wrap items-end gap-3">
        {options.length > 1 ? (
          <Select label="For whom" options={options} value={elder?.id ?? null} onChange={choose} />
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
        {elder && medications.data
          ? actions({ elder, medications: medications.data, isTheirs, today, timezone })
          : null}
      </div>
      <ListState
        query={query}
        isEmpty={false}
        emptyText=""
        errorText="The page for the doctor could not be loaded."
      >
        <DoctorSheet
          {...{ name, days, timezone, now }}
          medications={theirs}
          away={away.filter(isTheirs)}
        >
          {elder ? besides(elder.id, since, today) : null}
        </DoctorSheet>
      </ListState>
    </div>
  );
}
