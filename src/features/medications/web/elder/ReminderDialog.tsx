import speaker from '@phosphor-icons/core/assets/bold/speaker-high-bold.svg?raw';
import x from '@phosphor-icons/core/assets/bold/x-bold.svg?raw';
import bell from '@phosphor-icons/core/assets/duotone/bell-ringing-duotone.svg?raw';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { lateness } from '../../lateness.ts';
import './dose-popup.css';

interface ReminderDialogProps {
  scheduledTime: Date;
  now: Date;
  /** The alarm would sound, but the browser waits for a touch. */
  isSoundBlocked: boolean;
  /** An answer is under way: nothing is closed meanwhile. */
  isBusy: boolean;
  /** What is read aloud after the status, by id. */
  describedBy: string;
  onClose: () => void;
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
          <button type="button" className="dose-close" onClick={close}>
            <Icon of={x} />
            Close
          </button>
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
