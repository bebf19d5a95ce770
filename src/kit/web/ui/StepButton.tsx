import { Button } from './Button.tsx';

interface StepButtonProps {
  icon: string;
  label: string;
  isPossible: boolean;
  onPress: () => void;
}

/** One step of a number, less or more. */
export function StepButton({ icon, label, isPossible, onPress }: StepButtonProps) {
  return (
    <Button
      variant="outline"
      icon={icon}
      className={`size-12.5 flex-none px-0 ${isPossible ? '' : 'opacity-45'}`}
      aria-label={label}
      // Not truly disabled: who has just come to the end must not lose the keyboard's place.
      {...(isPossible ? {} : { 'aria-disabled': true })}
      onPress={() => isPossible && onPress()}
    >
      {null}
    </Button>
  );
}
