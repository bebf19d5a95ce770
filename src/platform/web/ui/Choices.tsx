import { Label, Radio, RadioGroup } from 'react-aria-components';
import type { Option } from './Select.tsx';

interface ChoicesProps<Value extends string> {
  label: string;
  choices: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A choice of two or three words, side by side. */
export function Choices<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: ChoicesProps<Value>) {
  const choose = (chosen: string) => {
    const choice = choices.find((each) => each.value === chosen);
    if (choice) onChange(choice.value);
  };
  return (
    <RadioGroup value={value} onChange={choose}>
      <Label className="mb-1.5 block font-semibold">{label}</Label>
      <div className="flex w-fit max-w-full flex-wrap rounded-[1.125rem] bg-sunk p-1.5">
        {choices.map((choice) => (
          <Radio
            key={choice.value}
            value={choice.value}
            className="flex min-h-11.5 cursor-pointer items-center rounded-control px-5 font-semibold data-focus-visible:focus-ring data-hovered:bg-ground data-selected:bg-surface data-selected:shadow-e1 forced-colors:data-selected:border-2"
          >
            {choice.label}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
