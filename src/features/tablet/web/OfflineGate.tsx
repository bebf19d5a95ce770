import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ownerOf, useCurrentUser } from '#features/sessions/web/queries.ts';
import { useAtHand } from '#kit/web/use-at-hand.ts';
import { useFocusReturn } from '#kit/web/use-focus-return.ts';
import { Connected } from './connected.ts';
import type { OfflineScreenProps } from './OfflineScreen.tsx';
import type { Connection } from './use-connection.ts';

/** When whatever the first screen needs has long been there, and long before it is needed. */
const AT_HAND_AFTER_MS = 2_000;

interface OfflineGateProps {
  /** Without it no time is shown. */
  timezone: string | undefined;
  connection: Connection;
  /** Loads the offline screen; it must be the same function each time. */
  loadScreen: () => Promise<ComponentType<OfflineScreenProps>>;
  children: ReactNode;
}

/**
 * Lays the offline screen over the others while there is no connection, until somebody wants to see
 * what is on the tablet all the same.
 */
export function OfflineGate(props: OfflineGateProps) {
  const { timezone, connection, loadScreen, children } = props;
  const { isOffline, ask } = connection;
  const [looksPast, setLooksPast] = useState(false);
  const isCovered = isOffline && !looksPast;
  useEffect(() => {
    if (!isOffline) setLooksPast(false);
  }, [isOffline]);
  useKeptAnswers(isOffline);
  useFocusReturn(isCovered);
  const Screen =
    useAtHand(loadScreen, { afterMs: AT_HAND_AFTER_MS, isNeeded: isCovered }) ?? OfflineMessage;
  return (
    <Connected value={!isOffline}>
      {isOffline && (
        <Screen {...{ timezone, ask, looksPast }} onLookPast={() => setLooksPast(true)} />
      )}
      <div inert={isCovered}>{children}</div>
    </Connected>
  );
}

/** What could not be read is shown as the tablet knows it, if it does. */
function useKeptAnswers(isOffline: boolean): void {
  const client = useQueryClient();
  const { id, accountNumber } = useCurrentUser().data ?? {};
  useEffect(() => {
    if (!isOffline || id === undefined || accountNumber === undefined) return;
    import('#kit/web/offline/query-persistence.ts')
      .then(({ restoreAnswers }) => restoreAnswers(client, ownerOf({ id, accountNumber })))
      // Without it the screens say that they could not read.
      .catch(() => undefined);
  }, [isOffline, id, accountNumber, client]);
}

/** The words of the offline screen alone, for when it is not at hand yet. */
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
