import { FilterBar } from '#kit/web/ui/FilterBar.tsx';
import { Select } from '#kit/web/ui/Select.tsx';
import { AUDIT_ACTIONS_IN_WORDS, EVERY_ACTION } from './audit-filter.ts';
import type { AuditFilter } from './queries.ts';

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
  /** Shows everything again; only when something is filtered. */
  onClear?: (() => void) | undefined;
}

/** Which entries are shown: of one action, from one day to another. */
export function AuditFilters({ filter, onChange, onClear }: AuditFiltersProps) {
  return (
    <FilterBar
      days={filter}
      onDaysChange={({ from, to }) => onChange({ ...filter, from, to })}
      onClear={onClear}
    >
      <Select
        label="Action"
        options={AUDIT_ACTIONS_IN_WORDS}
        value={filter.action ?? EVERY_ACTION}
        onChange={(chosen) =>
          onChange({ ...filter, action: chosen === EVERY_ACTION ? undefined : chosen })
        }
      />
    </FilterBar>
  );
}
