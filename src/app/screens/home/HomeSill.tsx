import calendar from '@phosphor-icons/core/assets/duotone/calendar-dots-duotone.svg?raw';
import { useCallback, useContext, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { ReminderStands } from '#features/medications/web/elder/reminder-open.ts';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { MessageStrip, useIsMessageShown } from '#kit/web/ui/MessageStrip.tsx';
import { useAtHand } from '#kit/web/use-at-hand.ts';
import './home-sill.css';

/** A tip is loaded so long after the home screen, in milliseconds: the buttons come first. */
const TIP_AFTER_MS = 2_000;

const loadHomeTip = async () => (await import('#features/help-tips/web/HomeTip.tsx')).HomeTip;

const loadSilenced = async () =>
  (await import('#features/medications/web/elder/SilencedLine.tsx')).SilencedLine;

/** The tip comes once, and not each time that the home screen is come back to. */
let tipWasShown = false;

interface Sill {
  /** Something lies on it, and the header above is one line. */
  readonly isTold: boolean;
  /** The result of a press lies on it, and nothing else meanwhile. */
  readonly isMessage: boolean;
  /** A reminder is silent, which lies there. */
  readonly setSilenced: (isSilenced: boolean) => void;
  /** 'Away until Sunday': stands for as long as it is so, and no tip comes. */
  readonly away: string | undefined;
  readonly isTipOpen: boolean;
  readonly onTip: () => void;
  readonly close: () => void;
}

/** What lies on the sill. A tip that a reminder covers is not spent: it comes again after it. */
export function useSill(away: string | undefined): Sill {
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
  const isMessage = useIsMessageShown('/');
  const [isSilenced, setSilenced] = useState(false);
  const isLower = isMessage || isSilenced;
  const isTipOpen = isWanted && !isCovered && !isLower && away === undefined;
  const isUsed = isTold || isLower || away !== undefined;
  return {
    isTold: isUsed,
    isMessage,
    away: isLower ? undefined : away,
    isTipOpen,
    setSilenced,
    onTip,
    close,
  };
}

interface HomeSillProps {
  sill: Sill;
  timezone: string | undefined;
  /** The length of a snooze. */
  minutes: number;
}

/** The sill below the sky: the one place for what arrives. */
export function HomeSill({ sill, ...rest }: HomeSillProps) {
  const Silenced = useAtHand(loadSilenced, { afterMs: TIP_AFTER_MS });
  const HomeTip = useAtHand(loadHomeTip, { afterMs: TIP_AFTER_MS, isWanted: sill.isTipOpen });
  return (
    <div className="home-sill">
      <MessageStrip place="sill" />
      {Silenced && !sill.isMessage && <Silenced {...rest} onShown={sill.setSilenced} />}
      {sill.away && (
        <Link href="/my-day" className="home-arrival forced-border">
          <Icon of={calendar} />
          <strong>{sill.away}</strong>
        </Link>
      )}
      <div role="status" className="home-tip">
        {HomeTip && <HomeTip onClose={sill.close} onShown={sill.onTip} />}
      </div>
    </div>
  );
}
