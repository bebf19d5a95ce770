import { Suspense, useEffect } from 'react';
import { lazyComponent } from '#kit/web/lazy-component.ts';
import { useHelpTip } from './queries.ts';

// Small first screens: the card comes with its words.
const TipCard = lazyComponent(async () => (await import('./TipCard.tsx')).TipCard);

const STAYS_MS = 8_000;

const PLACE = { currentPage: 'home', userAction: 'viewing', userContext: 'the main screen' };

interface HomeTipProps {
  isOpen: boolean;
  onClose: () => void;
  /** The tip, each time that another one is shown. */
  onShown?: (tip: string) => void;
}

/** The tip of the home screen: it comes once and goes by itself. */
export function HomeTip({ isOpen, onClose, onShown }: HomeTipProps) {
  const tip = useHelpTip(PLACE, isOpen).data?.tip;
  const shown = isOpen ? tip : undefined;
  useEffect(() => {
    if (shown !== undefined) onShown?.(shown);
  }, [shown, onShown]);
  return (
    <div role="status" className="home-tip">
      <Suspense>
        {shown !== undefined && (
          <TipCard place="sill" tip={shown} onClose={onClose} afterMs={STAYS_MS} />
        )}
      </Suspense>
    </div>
  );
}
