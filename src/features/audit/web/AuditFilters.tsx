import { Button } from '#kit/web/ui/Button.tsx';
import { DateField } from '#kit/web/ui/DateField.tsx';
import { Select } from '#kit/web/ui/Select.tsx';
import { AUDIT_ACTIONS_IN_WORDS, EVERY_ACTION } from './audit-filter.ts';
import type { AuditFilter } from './queries.ts';

interface AuditFiltersProps {
  filter: AuditFilter;
  onChange: (filter: AuditFilter) => void;
  /** Shows everything again; only when something is filtered. */
  onClear?: () => void;
}

/** Which entries are shown: of one action, from one day to another. */
export function AuditFilters({ filter, onChange, onClear }: AuditFiltersProps) {
  return (
    <div className="my-4 grid items-end gap-4 rounded-box bg-ground p-4 tablet:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_minmax(0,4fr)_auto]">
      <Select
        label="Action"
        options={AUDIT_ACTIONS_IN_WORDS}
        value={filter.action ?? EVERY_ACTION}
        onChange={(chosen) =>
          onChange({ ...filter, action: chosen === EVERY_ACTION ? undefined : chosen })
        }
      />
      <DateField
        label="From"
        value={filter.from ?? null}
        onChange={(from) => onChange({ ...filter, from: from ?? undefined })}
      />
      <DateField
        label="To"
        value={filter.to ?? null}
        onChange={(to) => onChange({ ...filter, to: to ?? undefined })}
      />
      {onClear ? (
        <Button look="quiet" onPress={onClear}>
          Show all
        </Button>
      ) : null}
    </div>
  );
}
