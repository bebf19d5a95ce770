import { useCallback, useContext, useEffect, useState } from 'react';
import { HomeTip } from '#features/help-tips/web/HomeTip.tsx';
import { ReminderStands } from '#features/medications/web/elder/reminder-open.ts';
import './home-sill.css';

/** The tip comes once, and not each time that the home screen is come back to. */
let tipWasShown = false;

interface Sill {
  /** Something lies on it, and the header above is one line. */
  readonly isTold: boolean;
  readonly isTipOpen: boolean;
  readonly onTip: () => void;
  readonly close: () => void;
}

/** What lies on the sill. A tip that a reminder covers is not spent: it comes again after it. */
export function useSill(): Sill {
  const isCovered = useContext(ReminderStands);
  const [isWanted, setWanted] = useState(!tipWasShown);
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    if (!isCovered || !isWanted) return;
    tipWasShown = false;
    setTold(false);
  }, [isCovered, isWanted]);
  const onTip = useCallback(() => {
    tipWasShown = true;
    setTold(true);
  }, []);
  const close = useCallback(() => {
    setWanted(false);
    setTold(false);
  }, []);
  return { isTold, isTipOpen: isWanted && !isCovered, onTip, close };
}

/** The sill below the sky: the one place for what arrives. */
export function HomeSill({ sill }: { sill: Sill }) {
  return (
    <div className="home-sill">
      <HomeTip isOpen={sill.isTipOpen} onClose={sill.close} onShown={sill.onTip} />
    </div>
  );
}
