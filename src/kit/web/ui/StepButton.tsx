import { Button } from './Button.tsx';

interface StepButtonProps {
  icon: string;
  label: string;
  /** Whether it leads any further. */
  isPossible: boolean;
  className: string;
  /** With the button that was pressed. */
  onPress: (button: Element) => void;
}

/**
 * One step on, at whose end there is none. It is not truly disabled then: who has just come to the end
 * must not lose the keyboard's place.
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
