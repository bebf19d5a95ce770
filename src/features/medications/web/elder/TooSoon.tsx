import back from '@phosphor-icons/core/assets/bold/arrow-left-bold.svg?raw';
import check from '@phosphor-icons/core/assets/bold/check-bold.svg?raw';
import { useEffect, useRef } from 'react';
import { TouchButton } from '#kit/web/ui/TouchButton.tsx';

interface TooSoonProps {
  name: string;
  onTaken: () => void;
  onBack: () => void;
}

/**
 * Asks before a dose beyond its limit is logged. The way back comes about where Taken was pressed, and
 * the answer that logs below it: a second touch of a trembling hand takes nothing.
 */
export function TooSoon({ name, onTaken, onBack }: TooSoonProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  // What was pressed has gone from the page.
  useEffect(() => group.current?.focus({ preventScroll: true }), []);
  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      aria-label={`Too soon: ${name}`}
      className="grid grid-cols-1 gap-4 outline-none"
    >
      <p role="alert" className="font-bold text-elder">
        It is too soon for another one. Did you take it?
      </p>
      <TouchButton size="card" variant="outline" icon={back} onPress={onBack}>
        Not now
      </TouchButton>
      <TouchButton
        size="card"
        variant="outline"
        icon={check}
        aria-label={`Yes, I took it: ${name}`}
        onPress={onTaken}
      >
        Yes, I took it
      </TouchButton>
    </fieldset>
  );
}
