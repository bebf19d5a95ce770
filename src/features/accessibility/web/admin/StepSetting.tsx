import minus from '@phosphor-icons/core/assets/bold/minus-bold.svg?raw';
import plus from '@phosphor-icons/core/assets/bold/plus-bold.svg?raw';
import { useId } from 'react';
import { StepButton } from '#platform/web/ui/StepButton.tsx';
import { type Range, stepped } from '../../limits.ts';

interface StepSettingProps {
  label: string;
  description: string;
  range: Range;
  value: number;
  /** The formatted value. */
  words: string;
  onStep: (by: -1 | 1) => void;
}

/** A number of a range, with a button for the next and the previous step. */
export function StepSetting(props: StepSettingProps) {
  const { label, description, range, value, words, onStep } = props;
  const id = useId();
  const step = (icon: string, name: string, by: -1 | 1) => (
    <StepButton
      icon={icon}
      label={`${label}: ${name}`}
      isPossible={stepped(value, by, range) !== value}
      className="size-12.5"
      onPress={() => onStep(by)}
    />
  );
  return (
    <fieldset aria-describedby={id}>
      <legend className="mb-1.5 font-semibold">{label}</legend>
      <div className="flex items-center gap-2">
        {step(minus, 'less', -1)}
        <output className="tabular min-w-0 max-w-46 flex-1 rounded-control bg-ground px-3 py-2.5 text-center font-semibold">
          {words}
        </output>
        {step(plus, 'more', 1)}
      </div>
      <p id={id} className="mt-1.5 text-help text-soft">
        {description}
      </p>
    </fieldset>
  );
}
