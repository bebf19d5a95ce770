import { useSyncExternalStore } from 'react';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import type { DayDose } from '../../domain/day-list.ts';
import { snoozeEnd } from '../../domain/lateness.ts';
import { snoozedMessage, snoozeLabel } from '../../domain/snooze-messages.ts';
import { snoozedUntil } from '../reminder-machine.ts';
import { localSnoozes, watchSnoozes } from './snooze-store.ts';
import { useSilence } from './use-silence.ts';

/**
 * Returns the snooze of a dose that is due now: the button, or the text when the reminder comes
 * back.
 */
export function useDaySnooze({ item, urgency }: DayDose, now: Date, timezone: string | undefined) {
  const { snoozeMinutes } = useSettings().data ?? DEFAULT_SETTINGS;
  const silence = useSilence(timezone, snoozeMinutes);
  const snoozes = useSyncExternalStore(watchSnoozes, localSnoozes);
  if (urgency !== 'now' || !item.medication.reminderEnabled) return {};
  const until = snoozedUntil(item, snoozes);
  if (until > now.getTime()) return { message: `${snoozedMessage([item], until, timezone)}.` };
  if (snoozeEnd(new Date(item.scheduledTime), now, snoozeMinutes) === undefined) return {};
  return {
    offer: {
      label: snoozeLabel(snoozeMinutes),
      onPress: () => silence.snooze([item], snoozeMinutes),
    },
  };
}
