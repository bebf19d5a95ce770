import { useEffect } from 'react';
import { useHelpTip } from './queries.ts';
import { TipCard } from './TipCard.tsx';

const STAYS_MS = 8_000;

const PLACE = { currentPage: 'home', userAction: 'viewing', userContext: 'the main screen' };

interface HomeTipProps {
  onClose: () => void;
  /** Called for each tip that is shown. */
  onShown: () => void;
}

/** The tip on the home screen, which closes automatically. */
export function HomeTip({ onClose, onShown }: HomeTipProps) {
  const tip = useHelpTip(PLACE, true).data?.tip;
  useEffect(() => {
    if (tip !== undefined) onShown();
  }, [tip, onShown]);
  return tip && <TipCard place="sill" tip={tip} onClose={onClose} afterMs={STAYS_MS} />;
}
