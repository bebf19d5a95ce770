import left from '@phosphor-icons/core/assets/bold/caret-left-bold.svg?raw';
import right from '@phosphor-icons/core/assets/bold/caret-right-bold.svg?raw';
import printer from '@phosphor-icons/core/assets/bold/printer-bold.svg?raw';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

interface PeriodStepsProps {
  unit: 'month' | 'week';
  /** True if the period is the last one, so that there is no next one. */
  isLast?: boolean;
  onStep: (by: 1 | -1) => void;
  /** Content between the two step buttons. */
  children?: ReactNode;
}

/** Buttons for the previous and next month or week, and for printing. */
export function PeriodSteps({ unit, isLast = false, onStep, children }: PeriodStepsProps) {
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button
        variant="outline"
        icon={left}
        aria-label={`Previous ${unit}`}
        onPress={() => onStep(-1)}
      >
        Previous
      </Button>
      {children}
      <Button
        variant="outline"
        aria-label={`Next ${unit}`}
        isDisabled={isLast}
        onPress={() => onStep(1)}
      >
        Next
        <Icon of={right} />
      </Button>
      <Button variant="quiet" icon={printer} onPress={() => window.print()}>
        Print
      </Button>
    </div>
  );
}
