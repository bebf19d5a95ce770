import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { DateField } from './DateField.tsx';

/** Local dates, both inclusive; undefined is open. */
interface Days {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

interface FilterBarProps {
  days: Days;
  onDaysChange: (days: Days) => void;
  /** Shows everything again; only when something is filtered. */
  onClear?: (() => void) | undefined;
  /** What else is filtered by, before the days. */
  children: ReactNode;
}

/** What narrows a list down, above it: some choices, then from one day to another. */
export function FilterBar({ days, onDaysChange, onClear, children }: FilterBarProps) {
  const day = (name: keyof Days) => ({
    value: days[name] ?? null,
    onChange: (value: string | null) => onDaysChange({ ...days, [name]: value ?? undefined }),
  });
  return (
    <div className="my-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,12.5rem),1fr))] items-end gap-4 rounded-box bg-ground p-4">
      {children}
      <DateField label="From" {...day('from')} />
      <DateField label="To" {...day('to')} />
      {onClear ? (
        <Button variant="quiet" className="justify-self-start" onPress={onClear}>
          Show all
        </Button>
      ) : null}
    </div>
  );
}
