import arrow from '@phosphor-icons/core/assets/bold/arrow-left-bold.svg?raw';
import { TouchButton } from './TouchButton.tsx';

interface CloseButtonProps {
  onPress: () => void;
  className?: string;
}

/** Closes a full-screen view. It is at the position where other screens have the home button. */
export function CloseButton({ onPress, className = '' }: CloseButtonProps) {
  return (
    <TouchButton
      variant="white"
      icon={arrow}
      className={`flex-none justify-self-start max-tablet:px-4! max-tablet:text-elder tablet:min-w-59 ${className}`}
      onPress={onPress}
    >
      Close
    </TouchButton>
  );
}
