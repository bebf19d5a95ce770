import play from '@phosphor-icons/core/assets/fill/play-fill.svg?raw';
import { TouchButton } from '#platform/web/ui/TouchButton.tsx';
import type { ContinueEndEvent } from './continue-end.ts';

interface ContinueEndBarProps {
  isAsking: boolean;
  /** The question of the bar, for example 'Would you like to keep watching?' */
  question: string;
  send: (event: ContinueEndEvent) => void;
}

const BAR =
  'mirrors sticky bottom-0 z-10 flex flex-col gap-3 border-line border-t-3 bg-surface p-4 short:static tablet:min-h-29 tablet:flex-row tablet:items-center tablet:justify-between tablet:px-8 tablet:pt-3.25';

/**
 * Docked at the bottom with its own space, so that it covers nothing. The live region is always in
 * the page, so that the question is announced, and the focus does not move.
 */
export function ContinueEndBar({ isAsking, question, send }: ContinueEndBarProps) {
  return (
    <div className={isAsking ? BAR : 'sr-only'}>
      <p role="status" className="font-bold text-elder leading-tight tablet:text-item">
        {isAsking && question}
      </p>
      {isAsking && (
        <div className="mirrors grid grid-cols-[1.3fr_1fr] gap-4 max-phone:grid-cols-[1fr] tablet:grid-cols-[minmax(13.75rem,auto)_13.75rem] tablet:gap-6">
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
