import { type ReactNode, useLayoutEffect } from 'react';
import { useAccessibility } from '#features/accessibility/web/elder/use-accessibility.ts';
import { OwnerName } from '#features/medications/web/elder/owner-name.ts';
import { ReminderEngine } from '#features/medications/web/elder/ReminderEngine.tsx';
import { useUpcomingMedications } from '#features/medications/web/todays-doses.ts';
import type { PresentUser } from '#features/sessions/web/queries.ts';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { useTimezone } from '#features/settings/web/use-timezone.ts';
import { OfflineGate } from '#features/tablet/web/OfflineGate.tsx';
import { useConnection } from '#features/tablet/web/use-connection.ts';
import { useReportDevice } from '#features/tablet/web/use-report-device.ts';
import { useTabletUpkeep } from '#features/tablet/web/use-tablet-upkeep.ts';
import { useVoiceGuidance } from '#features/voice/web/use-voice-guidance.ts';
import { TabLeads, useLeadingTab } from '#platform/web/tab-leader.ts';
import { startTouchRule } from '#platform/web/touch/touch-rule.ts';
import { useIsSmall } from '#platform/web/use-is-small.ts';
import { usePreloaded } from '#platform/web/use-preloaded.ts';
import { useSoundUnlocked } from '#platform/web/voice/chime.ts';
import { useOwnerName } from './use-owner-name.ts';

/**
 * Delay before preloading, in milliseconds, after which the data of the first screen has usually
 * arrived.
 */
const AT_HAND_AFTER_MS = 5_000;

const loadAskedFromAfar = async () => (await import('./RemoteRequests.tsx')).RemoteRequests;

const loadUpkeep = async () => (await import('./tablet-data.ts')).beginUpkeep;

const loadOfflineScreen = async () =>
  (await import('./home/OfflineScreenWithDoses.tsx')).OfflineScreenWithDoses;

/**
 * Marks the page so that it grows with large screens and browsers do not translate it: a
 * mistranslated medicine is dangerous.
 */
function markPage(): () => void {
  const { documentElement: root } = document;
  root.classList.add('grows');
  root.translate = false;
  return () => {
    root.classList.remove('grows');
    root.translate = true;
  };
}

/** Frame of all elder screens with reminders, offline screen, messages and voice guidance. */
export function ElderFrame({ user, children }: { user: PresentUser; children: ReactNode }) {
  useLayoutEffect(startTouchRule, []);
  useLayoutEffect(markPage, []);
  useAccessibility(user);
  const maySound = useSoundUnlocked();
  // If several tabs are open, the visible one reports the device's state, and one that may play
  // sound rings.
  const reports = useLeadingTab(`report of ${user.id}`, true);
  const sounds = useLeadingTab(`sound of ${user.id}`, maySound);
  useReportDevice(maySound, reports && user.role === 'user');
  const known = useSettings().data;
  useVoiceGuidance(known, sounds);
  useTabletUpkeep(user, loadUpkeep);
  const AskedFromAfar = usePreloaded(loadAskedFromAfar, {
    afterMs: AT_HAND_AFTER_MS,
    isWanted: user.role === 'user' && !user.isCareOnly,
  });
  const whoseName = useOwnerName(user);
  const settings = known ?? DEFAULT_SETTINGS;
  const timezone = useTimezone();
  // An administrator's phone does not ring if the household has a tablet. A larger screen rings for
  // any role, because it may be used as the household's tablet.
  const isPhone = useIsSmall();
  const isLookingOn = isPhone && user.role !== 'user' && user.hasTablet === true;
  return (
    <TabLeads value={sounds && !isLookingOn}>
      <OwnerName value={whoseName}>
        <ReminderEngine
          timezone={timezone}
          isLookingOn={isLookingOn}
          isAlarmEnabled={settings.medicationAlarmEnabled}
          repeatMinutes={settings.alarmRepeatMinutes}
          snoozeMinutes={settings.snoozeMinutes}
          isTogether={settings.remindersOfOneTime === 'together'}
        >
          <Gate timezone={timezone}>{children}</Gate>
          {AskedFromAfar && <AskedFromAfar user={user} />}
        </ReminderEngine>
      </OwnerName>
    </TabLeads>
  );
}

function Gate(props: { timezone: string | undefined; children: ReactNode }) {
  const connection = useConnection(useSettings(), useUpcomingMedications());
  return <OfflineGate {...props} connection={connection} loadScreen={loadOfflineScreen} />;
}
