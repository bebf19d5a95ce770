import speaker from '@phosphor-icons/core/assets/bold/speaker-high-bold.svg?raw';
import bell from '@phosphor-icons/core/assets/duotone/bell-ringing-duotone.svg?raw';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { formatTime } from '#platform/shared/zoned-time.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { lastRings, lateness, snoozeEnd } from '../../domain/lateness.ts';
import { snoozeLabel } from '../../domain/snooze-messages.ts';
import './dose-popup.css';
import './dose-band.css';

/** Props of a reminder, common to one dose and to a group. */
export interface Ringing {
  /** If undefined, no times are shown. */
  timezone: string | undefined;
  now: Date;
  /** True if the alarm should sound but the browser requires a touch first. */
  isSoundBlocked: boolean;
  onClose: () => void;
  onSnooze: () => void;
  /** The length of a snooze in minutes. */
  snoozeMinutes: number;
}

interface ReminderDialogProps extends Ringing {
  scheduledTime: Date;
  /** True while an answer is being saved: the dialog cannot be closed. */
  isBusy: boolean;
  /** True if all doses are answered, so that only closing is possible. */
  isAllAnswered?: boolean;
  /** The ids of the texts that are announced after the status. */
  describedBy: string;
  children: ReactNode;
}

/**
 * The modal reminder of due doses. The rest of the screen is inert. It is not a native `<dialog>`,
 * so that the toasts above it stay reachable.
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

/**
 * The snooze button, or the text until when the reminder rings if it could not come back within its
 * window.
 */
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
  // While the button is pressed, the offered time does not change.
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
