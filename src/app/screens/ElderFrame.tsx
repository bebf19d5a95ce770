import type { ReactNode } from 'react';
import { useSoundUnlocked } from '#features/medications/web/alarm-sound.ts';
import { ReminderEngine } from '#features/medications/web/ReminderEngine.tsx';
import type { User } from '#features/sessions/contract.ts';
import { useReportSound } from '#features/sessions/web/use-report-sound.ts';
import { DEFAULT_SETTINGS } from '#features/settings/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { Toasts } from '#kit/web/toasts.tsx';
import { OfflineGate } from './home/OfflineGate.tsx';

/** What stands around every elder screen: reminders above all, then the offline screen, messages. */
export function ElderFrame({ user, children }: { user: User; children: ReactNode }) {
  useReportSound(useSoundUnlocked(), user.role === 'user');
  const settings = useSettings().data ?? DEFAULT_SETTINGS;
  return (
    <>
      <ReminderEngine
        timezone={settings.timezone}
        isAlarmEnabled={settings.medicationAlarmEnabled}
        repeatMinutes={settings.alarmRepeatMinutes}
      >
        <OfflineGate timezone={settings.timezone}>{children}</OfflineGate>
      </ReminderEngine>
      <Toasts look="elder" />
    </>
  );
}
