import eye from '@phosphor-icons/core/assets/duotone/eye-duotone.svg?raw';
import { useState } from 'react';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import { RANGES } from '../../limits.ts';
import { Actions, Step } from './Step.tsx';

const { least, most, step } = RANGES.textSize;

/** Finds the smallest text size that the elder reads comfortably. */
export function TextStep({ onDone }: { onDone: (textSize: number) => void }) {
  const [size, setSize] = useState(least);
  return (
    <Step
      icon={eye}
      title="Can you read this comfortably?"
      line="Press Larger until reading is no effort. Glasses as usual."
    >
      <p
        className="grid min-h-60 place-items-center rounded-card bg-surface px-6 py-5 leading-snug shadow-e1"
        style={{ fontSize: `${(1.5 * size) / 100}rem` }}
      >
        Take one tablet of Lisinopril with a glass of water at 8:00 PM.
      </p>
      <p role="status" className="sr-only">
        {size} percent
      </p>
      <Actions>
        <TouchButton
          variant="outline"
          isDisabled={size === least}
          onPress={() => setSize(size - step)}
        >
          Smaller
        </TouchButton>
        <TouchButton
          variant="outline"
          isDisabled={size === most}
          onPress={() => setSize(size + step)}
        >
          Larger
        </TouchButton>
        <TouchButton onPress={() => onDone(size)}>This is good</TouchButton>
      </Actions>
    </Step>
  );
}
