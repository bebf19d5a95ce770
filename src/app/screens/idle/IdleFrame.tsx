import { useContext, useState } from 'react';
import { useLocation } from 'wouter';
import type { OwnFrame } from '#features/idle-frame/contract.ts';
import {
  lookAt,
  mayReturnHome,
  mayShowFrame,
  photoMs,
} from '#features/idle-frame/domain/idle-rules.ts';
import type { FrameMinutes } from '#features/idle-frame/limits.ts';
import { ReminderStands } from '#features/medications/web/elder/reminder-open.ts';
import { DEFAULT_SETTINGS } from '#features/settings/domain/defaults.ts';
import { useSettings } from '#features/settings/web/queries.ts';
import { useTimezone } from '#features/settings/web/use-timezone.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { MAIN } from '#platform/web/history-depth.ts';
import { isPlaying } from '#platform/web/is-playing.ts';
import { useMessage } from '#platform/web/toasts.ts';
import { useUntouched } from '#platform/web/touch/use-untouched.ts';
import { useIsPresent } from '#platform/web/use-is-present.ts';
import { useIsSeen } from '#platform/web/use-is-seen.ts';
import { useNow } from '#platform/web/use-now.ts';
import { FrameScreen } from './FrameScreen.tsx';
import { useIsDoseOpen } from './use-dose-window.ts';

/**
 * Elements that the frame must not cover. It may cover the offline screen, which waits for a touch.
 */
const IN_FRONT =
  '[role="dialog"], [role="alertdialog"]:not([data-may-be-covered]), section[role="alert"]';

/** Kinds of messages that the frame must not cover, because they need the elder's attention. */
const WAITING_KINDS: readonly (string | undefined)[] = ['error', 'busy', 'kept'];

interface IdleFrameProps {
  frame: OwnFrame & { readonly minutes: FrameMinutes };
}

/**
 * After a time without a touch, a section returns to the home screen, and the home screen shows the
 * photo frame.
 */
export function IdleFrame({ frame }: IdleFrameProps) {
  const [path, navigate] = useLocation();
  const now = useNow(MINUTE_MS);
  const timezone = useTimezone();
  const settings = useSettings().data ?? DEFAULT_SETTINGS;
  const isSeen = useIsSeen();
  const [isStarted, setStarted] = useState(false);
  const isHome = path === MAIN;
  const look = timezone && lookAt(now, timezone, frame.photos.length > 0);
  const state = {
    isHome,
    look: look || undefined,
    isReminderOpen: useContext(ReminderStands),
    isDoseOpen: useIsDoseOpen(),
    isDialogOpen: useIsPresent(IN_FRONT),
    isMessageShown: WAITING_KINDS.includes(useMessage()?.kind),
  };
  const mayShow = mayShowFrame(state);
  // When a reminder or a dialog closes, the frame does not continue; the idle time starts again.
  if (isStarted && !mayShow) setStarted(false);
  const isShown = isStarted && mayShow;
  useUntouched({
    ms: frame.minutes * MINUTE_MS,
    isWanted: isSeen && !isShown && (mayShow || mayReturnHome(state)),
    onOver: () => {
      if (isHome) setStarted(true);
      else if (!isPlaying()) navigate(MAIN);
    },
  });
  if (!isShown || !timezone || !look) return null;
  return (
    <FrameScreen
      look={look}
      photos={frame.photos}
      everyMs={photoMs(frame.seconds, settings.slideshowDisplayDuration)}
      now={now}
      timezone={timezone}
      onWake={() => setStarted(false)}
    />
  );
}
