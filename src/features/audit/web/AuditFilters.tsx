import { FilterBar } from '#platform/web/ui/FilterBar.tsx';
import { type Option, Select } from '#platform/web/ui/Select.tsx';
import { ACTION_WORDS, AUDIT_ACTIONS, type AuditAction } from '../domain/actions.ts';
import type { AuditFilter } from './queries.ts';

const EVERY_ACTION = 'all';

const OPTIONS: readonly Option<AuditAction | typeof EVERY_ACTION>[] = [
  { value: EVERY_ACTION, label: 'All actions' },
  ...AUDIT_ACTIONS.map((value) => ({ value, label: ACTION_WORDS[value] })),
];

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
}

export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  return (
    <FilterBar
      filter={filter}
      onDaysChange={({ from, to }) => onChange({ ...filter, from, to })}
      onClear={() => onChange({})}
    >
      <Select
        label="Action"
        options={OPTIONS}
        value={filter.action ?? EVERY_ACTION}
        onChange={(chosen) =>
          onChange({ ...filter, action: chosen === EVERY_ACTION ? undefined : chosen })
        }
      />
    </FilterBar>
  );
}
