import noWifi from '@phosphor-icons/core/assets/bold/wifi-slash-bold.svg?raw';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ownerOf } from '#features/sessions/owner.ts';
import { useCurrentUser } from '#features/sessions/web/queries.ts';
import { Icon } from '#kit/web/ui/Icon.tsx';
import { useAtHand } from '#kit/web/use-at-hand.ts';
import { useFocusReturn } from '#kit/web/use-focus-return.ts';
import { Connected } from './connected.ts';
import type { OfflineScreenProps } from './OfflineScreen.tsx';
import './offline.css';
import { useConnection } from './use-connection.ts';

interface OfflineGateProps {
  /** Without it no time is shown. */
  timezone: string | undefined;
  children: ReactNode;
}

/**
 * Lays the offline screen over the others while there is no connection, until somebody wants to see
 * what is on the tablet all the same.
 */
export function OfflineGate({ timezone, children }: OfflineGateProps) {
  const { isOffline, ask } = useConnection();
  const [looksPast, setLooksPast] = useState(false);
  const isCovered = isOffline && !looksPast;
  useEffect(() => {
    if (!isOffline) setLooksPast(false);
  }, [isOffline]);
  useKeptAnswers(isOffline);
  useFocusReturn(isCovered);
  const Screen = useOfflineScreen(isCovered);
  return (
    <Connected value={!isOffline}>
      {isOffline && looksPast && <OfflineStrip />}
      <div inert={isCovered}>{children}</div>
      {isCovered && <Screen timezone={timezone} ask={ask} onLookPast={() => setLooksPast(true)} />}
    </Connected>
  );
}

/** What could not be read is shown as the tablet knows it, if it does. */
function useKeptAnswers(isOffline: boolean): void {
  const client = useQueryClient();
  const user = useCurrentUser().data;
  const owner = user ? ownerOf(user) : undefined;
  useEffect(() => {
    if (!isOffline || owner === undefined) return;
    import('#kit/web/offline/query-persistence.ts')
      .then(({ restoreAnswers }) => restoreAnswers(client, owner))
      // Without it the screens say that they could not read.
      .catch(() => undefined);
  }, [isOffline, owner, client]);
}

/** Stands over what is shown from the tablet, so that nobody takes it for news. */
function OfflineStrip() {
  return (
    <p className="offline-strip" role="status">
      <Icon of={noWifi} /> No internet. You see what is on this tablet.
    </p>
  );
}

/** When whatever the first screen needs has long been there. */
const AT_HAND_AFTER_MS = 2_000;

const loadOfflineScreen = () => import('./OfflineScreen.tsx');

/** The offline screen once it is at hand, which is long before it is needed; else its words alone. */
function useOfflineScreen(isNeeded: boolean): ComponentType<OfflineScreenProps> {
  const module = useAtHand(loadOfflineScreen, { afterMs: AT_HAND_AFTER_MS, isNeeded });
  return module?.OfflineScreen ?? OfflineMessage;
}

function OfflineMessage() {
  return (
    <div role="alert" className="offline-screen after-a-moment">
      <p className="font-heavy text-[2.75rem] leading-tight">No Internet Connection</p>
      <p className="text-[1.625rem] leading-snug">
        Please check your WiFi connection and try again
      </p>
    </div>
  );
}
