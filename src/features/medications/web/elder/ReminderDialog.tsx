import speaker from '@phosphor-icons/core/assets/bold/speaker-high-bold.svg?raw';
import bell from '@phosphor-icons/core/assets/duotone/bell-ringing-duotone.svg?raw';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formatTime } from '#kit/shared/zoned-time.ts';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { lastRings, lateness, snoozeEnd } from '../../lateness.ts';
import { snoozeLabel } from '../../snooze-messages.ts';
import './dose-popup.css';
import './dose-band.css';

/** Props of the ringing, which are the same for one dose and for several. */
export interface Ringing {
  /** Without it no time is shown. */
  timezone: string | undefined;
  now: Date;
  /** The alarm would sound, but the browser waits for a touch. */
  isSoundBlocked: boolean;
  onClose: () => void;
  onSnooze: () => void;
  /** The length of a snooze. */
  snoozeMinutes: number;
}

interface ReminderDialogProps extends Ringing {
  scheduledTime: Date;
  /** An answer is under way: nothing is closed meanwhile. */
  isBusy: boolean;
  /** There is nothing left to be reminded of. */
  isAllAnswered?: boolean;
  /** The ids of the texts that are read aloud after the status. */
  describedBy: string;
  children: ReactNode;
}

/**
 * The one loud thing: what is due. It stands beside the screen, which is inert meanwhile, and not in
 * a native dialog, so that the messages above it stay in reach.
 */
export function ReminderDialog(props: ReminderDialogProps) {
  const dialog = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => {
    if (!props.isBusy) props.onClose();
  };
  useEffect(() => dialog.current?.focus(), []);
  useEscape(close);
  return (
    <div className="dose-scrim">
      <div
        ref={dialog}
        role="alertdialog"
        aria-modal="true"
        aria-labelledby={id}
        aria-describedby={props.describedBy}
        tabIndex={-1}
        className="dose-popup mirrors"
      >
        <header className="dose-band mirrors">
          <span className="dose-bell">
            <Icon of={bell} />
          </span>
          <h2 id={id}>{lateness(props.scheduledTime, props.now).words}</h2>
          <div className="dose-later">
            {!props.isAllAnswered && <Snooze {...props} />}
            <button type="button" className="dose-close" onClick={close}>
              Close
              {!props.isAllAnswered && (
                <small aria-hidden="true">
                  no <span className="dose-wide">more </span>ringing
                </small>
              )}
            </button>
          </div>
        </header>
        {props.isSoundBlocked && (
          <p role="status" className="dose-strip">
            <Icon of={speaker} />
            Touch the screen to turn on the alarm sound
          </p>
        )}
        {props.children}
      </div>
    </div>
  );
}

/** 'In 10 minutes', or until when it rings where it could not come back any more. */
function Snooze({
  scheduledTime,
  now,
  timezone,
  snoozeMinutes,
  isBusy,
  onSnooze,
}: ReminderDialogProps) {
  const offered = snoozeEnd(scheduledTime, now, snoozeMinutes);
  const [held, setHeld] = useState<number>();
  // The button does not change while a finger is on it.
  const end = held ?? offered;
  const clock = (instant: Date) => (timezone ? ` ${formatTime(instant, timezone)}` : '');
  if (end === undefined) {
    return (
      timezone && <p className="dose-last">{`Rings until${clock(lastRings(scheduledTime))}`}</p>
    );
  }
  return (
    <button
      type="button"
      className="dose-snooze"
      onPointerDown={() => setHeld(end)}
      onPointerUp={() => setHeld(undefined)}
      onPointerCancel={() => setHeld(undefined)}
      onPointerLeave={() => setHeld(undefined)}
      onClick={() => {
        if (!isBusy) onSnooze();
      }}
    >
      {snoozeLabel(snoozeMinutes)} {timezone && <small>{`rings at${clock(new Date(end))}`}</small>}
    </button>
  );
}

function useEscape(onEscape: () => void) {
  const leave = useEffectEvent(onEscape);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape') leave();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
