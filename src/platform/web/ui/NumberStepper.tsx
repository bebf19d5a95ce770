import minus from '@phosphor-icons/core/assets/bold/minus-bold.svg?raw';
import plus from '@phosphor-icons/core/assets/bold/plus-bold.svg?raw';
import type { KeyboardEvent } from 'react';
import { Input, TextField } from 'react-aria-components';
import { FieldLabel, FieldNotes, type FieldProps } from './Field.tsx';
import { StepButton } from './StepButton.tsx';
import { FIELD_SIZES, INPUT } from './variants.ts';

interface NumberStepperProps extends Pick<FieldProps, 'label' | 'description' | 'error'> {
  /** The text as the user typed it, so that invalid input is neither lost nor changed. */
  text: string;
  canLess: boolean;
  canMore: boolean;
  onType: (text: string) => void;
  onStep: (step: -1 | 1) => void;
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowDown: -1, ArrowUp: 1 };

/** A whole number that can be typed, or changed by one with buttons or arrow keys. */
export function NumberStepper(props: NumberStepperProps) {
  const { label, description, error, text, onType, onStep } = props;
  const step = (icon: string, name: string, by: -1 | 1, isPossible: boolean) => (
    <StepButton
      icon={icon}
      label={`${label}: ${name}`}
      isPossible={isPossible}
      className="size-12.5"
      onPress={() => onStep(by)}
    />
  );
  const stepByKey = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined || !(by < 0 ? props.canLess : props.canMore)) return;
    event.preventDefault();
    onStep(by);
  };
  return (
    <TextField
      value={text}
      onChange={onType}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      className="group"
    >
      <FieldLabel label={label} mark={undefined} />
      <div className="flex gap-2">
        {step(minus, 'one less', -1, props.canLess)}
        <Input
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          onKeyDown={stepByKey}
          className={`${INPUT} ${FIELD_SIZES.usual} w-24! text-center`}
        />
        {step(plus, 'one more', 1, props.canMore)}
      </div>
      <FieldNotes description={description} error={error} />
    </TextField>
  );
}
