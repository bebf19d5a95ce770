import calendar from '@phosphor-icons/core/assets/duotone/calendar-dots-duotone.svg?raw';
import { useCallback, useContext, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { ReminderStands } from '#features/medications/web/elder/reminder-open.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { MessageStrip, useIsMessageShown } from '#platform/web/ui/MessageStrip.tsx';
import { usePreloaded } from '#platform/web/use-preloaded.ts';
import './home-sill.css';

/**
 * Delay before the code of the tip is preloaded, in milliseconds, so that the code of the buttons
 * loads first.
 */
const TIP_AFTER_MS = 2_000;

const loadHomeTip = async () => (await import('#features/help-tips/web/HomeTip.tsx')).HomeTip;

const loadSilenced = async () =>
  (await import('#features/medications/web/elder/SilencedLine.tsx')).SilencedLine;

/** The tip is shown once per page load, not on each return to the home screen. */
let tipWasShown = false;

interface Sill {
  /** True if the message area shows something, which reduces the header to one line. */
  readonly isTold: boolean;
  /** True while the result of a press is shown, which hides the rest of the message area. */
  readonly isMessage: boolean;
  /** Called with true while the line about a silent reminder is shown. */
  readonly setSilenced: (isSilenced: boolean) => void;
  /** Sentence about an absence, such as 'Away until Sunday'. While it is set, no tip is shown. */
  readonly away: string | undefined;
  readonly isTipOpen: boolean;
  readonly onTip: () => void;
  readonly close: () => void;
}

/** State of the message area. If a reminder covers the tip, the tip is shown again afterwards. */
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
  /** Length of a snooze in minutes. */
  minutes: number;
}

/** The message area below the header. */
export function HomeSill({ sill, ...rest }: HomeSillProps) {
  const Silenced = usePreloaded(loadSilenced, { afterMs: TIP_AFTER_MS });
  const HomeTip = usePreloaded(loadHomeTip, { afterMs: TIP_AFTER_MS, isWanted: sill.isTipOpen });
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
