import { Button } from './Button.tsx';

interface StepButtonProps {
  icon: string;
  label: string;
  /** False if the end of the range is reached. */
  isPossible: boolean;
  className: string;
  onPress: (button: Element) => void;
}

/**
 * A step button. At the end of the range it is only `aria-disabled`, so that it keeps the keyboard
 * focus.
 */
export function StepButton({ icon, label, isPossible, className, onPress }: StepButtonProps) {
  return (
    <Button
      variant="outline"
      icon={icon}
      className={`${className} flex-none px-0 ${isPossible ? '' : 'opacity-45'}`}
      aria-label={label}
      {...(isPossible ? {} : { 'aria-disabled': true })}
      onPress={({ target }) => isPossible && onPress(target)}
    >
      {null}
    </Button>
  );
}
