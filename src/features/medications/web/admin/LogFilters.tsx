import { FilterBar } from '#platform/web/ui/FilterBar.tsx';
import { type Option, Select } from '#platform/web/ui/Select.tsx';
import type { LogStatus } from '../../contract.ts';
import type { LogFilter } from '../queries.ts';
import { STATUS_NAMES } from './status-names.ts';

const ALL = 'all';

const STATUSES: readonly Option<LogStatus | typeof ALL>[] = [
  { value: ALL, label: 'Everything' },
  { value: 'taken', label: STATUS_NAMES.taken },
  { value: 'skipped', label: STATUS_NAMES.skipped },
  { value: 'missed', label: STATUS_NAMES.missed },
];

interface LogFiltersProps {
  filter: LogFilter;
  /** Medication names by id. */
  names: ReadonlyMap<string, string>;
  onChange: (filter: LogFilter) => void;
}

export function LogFilters({ filter, names, onChange }: LogFiltersProps) {
  const medications = [
    { value: ALL, label: 'All medications' },
    ...[...names.entries()].map(([value, label]) => ({ value, label })),
  ];
  return (
    <FilterBar
      filter={filter}
      onDaysChange={({ from, to }) => onChange({ ...filter, from, to })}
      onClear={() => onChange({})}
    >
      <Select
        label="Medication"
        options={medications}
        value={filter.medicationId ?? ALL}
        onChange={(chosen) =>
          onChange({ ...filter, medicationId: chosen === ALL ? undefined : chosen })
        }
      />
      <Select
        label="Status"
        options={STATUSES}
        value={filter.status ?? ALL}
        onChange={(chosen) => onChange({ ...filter, status: chosen === ALL ? undefined : chosen })}
      />
    </FilterBar>
  );
}
