import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import type { MeasureUnit } from '../../domain/kinds.ts';
import { UNIT_NAMES } from '../../domain/measure-messages.ts';
import { scaleOf, toStep } from '../../domain/values.ts';

interface WeightStepsProps {
  value: number;
  unit: MeasureUnit;
  onChange: (value: number) => void;
  /** Called to switch to digit keys. */
  onDigits: () => void;
}

const STEPS = [
  { by: -1, name: '1 less' },
  { by: 1, name: '1 more' },
  { by: -0.1, name: '0.1 less' },
  { by: 0.1, name: '0.1 more' },
] as const;

export function WeightSteps({ value, unit, onChange, onDigits }: WeightStepsProps) {
  const { least, most, step } = scaleOf('weight', unit);
  return (
    <div className="grid gap-4">
      <output className="flex min-h-24 items-center justify-center gap-4 rounded-press bg-sunk px-5 font-heavy text-[3.5rem] leading-none tabular">
        {value}
        <span className="font-bold text-card">{UNIT_NAMES[unit]}</span>
      </output>
      <div className="grid grid-cols-2 gap-4">
        {STEPS.map(({ by, name }) => {
          const next = toStep(value + by, step);
          const isOut = next < least || next > most;
          return (
            <TouchButton
              key={name}
              size="card"
              variant="outline"
              className="px-3!"
              isDisabled={isOut}
              onPress={() => onChange(next)}
            >
              {name}
            </TouchButton>
          );
        })}
      </div>
      <TouchButton variant="outline" onPress={onDigits}>
        Another number
      </TouchButton>
    </div>
  );
}
