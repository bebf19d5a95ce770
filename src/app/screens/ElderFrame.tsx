import { type ReactNode, useEffect } from 'react';
import { useSoundUnlocked } from '#features/medications/web/alarm-sound.ts';
import { ReminderEngine } from '#features/medications/web/ReminderEngine.tsx';
import { WhoseName } from '#features/medications/web/whose-name.ts';
import type { PresentUser } from '#features/sessions/web/queries.ts';
import { useReportDevice } from '#features/sessions/web/use-report-device.ts';
import { DEFAULT_SETTINGS } from '#features/settings/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { useTimezone } from '#features/settings/web/use-timezone.ts';
import { useVoiceGuidance } from '#features/voice/web/use-voice-guidance.ts';
import { TabLeads, useLeadingTab } from '#kit/web/tab-leader.ts';
import { startTouchRule } from '#kit/web/touch/touch-rule.ts';
import { OfflineGate } from './home/OfflineGate.tsx';
import { useAlarmTest } from './tablet/use-alarm-test.ts';
import { useTabletCare } from './tablet/use-tablet-care.ts';
import { useWhoseName } from './use-whose-name.ts';

/** What stands around every elder screen: reminders, the offline screen, messages, the voice. */
export function ElderFrame({ user, children }: { user: PresentUser; children: ReactNode }) {
  useEffect(startTouchRule, []);
  const maySound = useSoundUnlocked();
  // Of several tabs the one that is looked at speaks for the tablet, and one that may sounds.
  const reports = useLeadingTab(`report of ${user.id}`, true);
  const sounds = useLeadingTab(`sound of ${user.id}`, maySound);
  useReportDevice(maySound, reports && user.role === 'user');
  const known = useSettings().data;
  useVoiceGuidance(known, sounds);
  useTabletCare(user);
  const AlarmTest = useAlarmTest(user);
  const whoseName = useWhoseName(user);
  const settings = known ?? DEFAULT_SETTINGS;
  const timezone = useTimezone();
  return (
    <TabLeads value={sounds}>
      <WhoseName value={whoseName}>
        <ReminderEngine
          timezone={timezone}
          isAlarmEnabled={settings.medicationAlarmEnabled}
          repeatMinutes={settings.alarmRepeatMinutes}
        >
          <OfflineGate timezone={timezone}>{children}</OfflineGate>
          {AlarmTest && <AlarmTest userId={user.id} />}
        </ReminderEngine>
      </WhoseName>
    </TabLeads>
  );
}
