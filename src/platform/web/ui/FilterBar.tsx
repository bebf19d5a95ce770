import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { DateField } from './DateField.tsx';

/** Range of local dates, both inclusive; undefined means no limit on that side. */
interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface FilterBarProps {
  filter: Days;
  onDaysChange: (days: Days) => void;
  onClear: () => void;
  /** Other filters, shown before the dates. */
  children: ReactNode;
}

/** True if at least one filter is set. */
export function isFiltered(filter: Days): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** The bar with the filters above a list: choices, then a range of dates. */
export function FilterBar({ filter, onDaysChange, onClear, children }: FilterBarProps) {
  const day = (name: keyof Days) => ({
    value: filter[name] ?? null,
    onChange: (value: string | null) => onDaysChange({ ...filter, [name]: value ?? undefined }),
  });
  return (
    <div className="my-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,12.5rem),1fr))] items-end gap-4 rounded-box bg-ground p-4">
      {children}
      <DateField label="From" {...day('from')} />
      <DateField label="To" {...day('to')} />
      {isFiltered(filter) ? (
        <Button variant="quiet" className="justify-self-start" onPress={onClear}>
          Show all
        </Button>
      ) : null}
    </div>
  );
}
