import type { ReactNode } from 'react';
import { useSoundUnlocked } from '#features/medications/web/alarm-sound.ts';
import { ReminderEngine } from '#features/medications/web/ReminderEngine.tsx';
import { useRememberedTimezone } from '#features/medications/web/use-tablet-memory.ts';
import type { User } from '#features/sessions/contract.ts';
import { useReportDevice } from '#features/sessions/web/use-report-device.ts';
import { DEFAULT_SETTINGS } from '#features/settings/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { useVoiceGuidance } from '#features/voice/web/use-voice-guidance.ts';
import { TabLeads, useLeadingTab } from '#kit/web/leading-tab.ts';
import { Toasts } from '#kit/web/toasts.tsx';
import { OfflineGate } from './home/OfflineGate.tsx';
import { useTabletCare } from './tablet/use-tablet-care.ts';

/** What stands around every elder screen: reminders, the offline screen, messages, the voice. */
export function ElderFrame({ user, children }: { user: User; children: ReactNode }) {
  const maySound = useSoundUnlocked();
  // Of several tabs the one that is looked at speaks for the tablet, and one that may sounds.
  const reports = useLeadingTab(`report of ${user.id}`, true);
  const sounds = useLeadingTab(`sound of ${user.id}`, maySound);
  useReportDevice(maySound, reports && user.role === 'user');
  const known = useSettings().data;
  useVoiceGuidance(known, sounds);
  useTabletCare(user);
  const remembered = useRememberedTimezone();
  const settings = known ?? DEFAULT_SETTINGS;
  const timezone = known?.timezone ?? remembered ?? settings.timezone;
  return (
    <TabLeads value={sounds}>
      <ReminderEngine
        timezone={timezone}
        isTimezoneKnown={known !== undefined}
        isAlarmEnabled={settings.medicationAlarmEnabled}
        repeatMinutes={settings.alarmRepeatMinutes}
      >
        <OfflineGate timezone={timezone}>{children}</OfflineGate>
      </ReminderEngine>
      <Toasts look="elder" />
    </TabLeads>
  );
}
