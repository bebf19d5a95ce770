import { useCallback, useContext } from 'react';
import { useLocation } from 'wouter';
import { useRecordActivity } from '#features/analytics/web/queries.ts';
import { Articles } from '#features/content/web/elder/Articles.tsx';
import { CallReady } from '#features/content/web/elder/CallReady.tsx';
import { ContinueEndBar } from '#features/content/web/elder/ContinueEndBar.tsx';
import { Playlists } from '#features/content/web/elder/Playlists.tsx';
import { useContinueEnd } from '#features/content/web/elder/use-continue-end.ts';
import { Videos } from '#features/content/web/elder/Videos.tsx';
import { ReminderStands } from '#features/medications/web/elder/reminder-open.ts';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { useTimezone } from '#features/settings/web/use-timezone.ts';
import { Connected } from '#features/tablet/web/connected.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { SectionBar } from '#platform/web/ui/SectionBar.tsx';
import { BarClock } from '#platform/web/ui/TopBar.tsx';
import { useNow } from '#platform/web/use-now.ts';
import { useSpoken } from '#platform/web/voice/voice.ts';
import type { ActivityType } from '../elder-paths.ts';
import { sectionIcon } from './home/section-icons.ts';

const SECTIONS = {
  watch: { title: 'Watch', question: 'Would you like to keep watching?' },
  listen: { title: 'Listen', question: 'Would you like to keep listening?' },
  read: { title: 'Read', question: 'Would you like to keep reading?' },
  call: { title: 'Call', question: 'Would you like to stay here?' },
};

/** The Watch, Listen, Read or Call screen. After a while it asks whether to continue. */
export function ActivityScreen({ type }: { type: ActivityType }) {
  useRecordActivity(type);
  const [, navigate] = useLocation();
  const { isAsking, send } = useContinueEnd(useCallback(() => navigate('/'), [navigate]));
  const known = useSettings();
  const { autoplayEnabled } = known.data ?? DEFAULT_SETTINGS;
  const { title, question } = SECTIONS[type];
  useSpoken('title', title);
  const icon = sectionIcon(type);
  const parts = {
    top: <TopBar icon={icon} title={title} />,
    bottom: <ContinueEndBar isAsking={isAsking} question={question} send={send} />,
    clock: <Clock />,
    isHeld: useContext(ReminderStands),
    icon,
    isConnected: useContext(Connected),
  };
  return (
    <div className={`key-${type}`}>
      {type === 'watch' && <Videos {...parts} autoplays={autoplayEnabled} />}
      {type === 'listen' && <Playlists {...parts} autoplays={autoplayEnabled} />}
      {type === 'read' && <Articles {...parts} />}
      {type === 'call' && (
        <CallReady {...parts} roomUrl={known.data?.googleMeetRoomUrl} hasFailed={known.isError} />
      )}
    </div>
  );
}

/** A separate component, so that only the clock is re-rendered each minute. */
function Clock() {
  return <BarClock now={useNow(MINUTE_MS)} timezone={useTimezone()} />;
}

/** A separate component, so that a running video or song is not re-rendered each minute. */
function TopBar({ icon, title }: { icon: string; title: string }) {
  const now = useNow(MINUTE_MS);
  const timezone = useTimezone();
  return <SectionBar icon={icon} title={title} now={now} timezone={timezone} />;
}
