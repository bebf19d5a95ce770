import play from '@phosphor-icons/core/assets/fill/play-fill.svg?raw';
import { TouchButton } from '#kit/web/ui/TouchButton.tsx';
import type { ContinueEndEvent } from './continue-end.ts';
import './continue-end.css';

interface ContinueEndBarProps {
  isAsking: boolean;
  /** Such as 'Would you like to keep watching?' */
  question: string;
  send: (event: ContinueEndEvent) => void;
}

/**
 * Docks at the bottom and takes its own room, so that it covers nothing. The region that says it
 * aloud is there before, and the focus stays where it is.
 */
export function ContinueEndBar({ isAsking, question, send }: ContinueEndBarProps) {
  return (
    <div className={isAsking ? 'continue-end mirrors' : 'sr-only'}>
      <p role="status" className="continue-end-words">
        {isAsking && question}
      </p>
      {isAsking && (
        <div className="continue-end-buttons mirrors">
          <TouchButton
            variant="key"
            size="card"
            icon={play}
            className="min-w-0 px-2! max-tablet:text-elder"
            onPress={() => send('continue')}
          >
            Continue
          </TouchButton>
          <TouchButton
            variant="outline"
            size="card"
            className="min-w-0 px-2! max-tablet:text-elder"
            onPress={() => send('end')}
          >
            End
          </TouchButton>
        </div>
      )}
    </div>
  );
}
