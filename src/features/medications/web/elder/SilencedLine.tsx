import bell from '@phosphor-icons/core/assets/duotone/bell-ringing-duotone.svg?raw';
import silent from '@phosphor-icons/core/assets/duotone/bell-slash-duotone.svg?raw';
import { useEffect } from 'react';
import { serverNow } from '#platform/web/server-clock.ts';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { snoozeEnd } from '../../domain/lateness.ts';
import {
  closedMessage,
  NOT_ANSWERED,
  snoozedMessage,
  snoozeLabel,
  waitsMessage,
} from '../../domain/snooze-messages.ts';
import { useSilence } from './use-silence.ts';
import { useSilenced } from './use-silenced.ts';

interface SilencedLineProps {
  timezone: string | undefined;
  /** The length of a snooze in minutes. */
  minutes: number;
  /** Called when the line appears or disappears. */
  onShown: (isShown: boolean) => void;
}

/**
 * A line on the home screen while a reminder is silenced: when it rings again, or a button to ring
 * again.
 */
export function SilencedLine({ timezone, minutes, onShown }: SilencedLineProps) {
  const silenced = useSilenced(timezone);
  const silence = useSilence(timezone, minutes);
  const isShown = silenced !== undefined;
  useEffect(() => {
    onShown(isShown);
    return () => onShown(false);
  }, [isShown, onShown]);
  if (silenced === undefined) return null;
  const { doses, until } = silenced;
  const due = new Date(doses[0]?.scheduledTime ?? serverNow());
  const canSnooze = snoozeEnd(due, new Date(serverNow()), minutes) !== undefined;
  const isSnoozed = until !== undefined;
  return (
    <div className="home-arrival forced-border">
      <Icon of={isSnoozed ? bell : silent} />
      <p>
        <strong>{isSnoozed ? snoozedMessage(doses, until, timezone) : closedMessage(doses)}</strong>
        <span>{isSnoozed ? NOT_ANSWERED : waitsMessage(doses)}</span>
      </p>
      {(isSnoozed || canSnooze) && (
        <button type="button" onClick={() => silence.snooze(doses, isSnoozed ? 0 : minutes)}>
          {isSnoozed ? 'Open it now' : snoozeLabel(minutes)}
        </button>
      )}
    </div>
  );
}
