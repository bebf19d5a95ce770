import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ownerOf, useCurrentUser } from '#features/sessions/web/queries.ts';
import { useFocusReturn } from '#platform/web/use-focus-return.ts';
import { usePreloaded } from '#platform/web/use-preloaded.ts';
import { Connected } from './connected.ts';
import type { OfflineScreenProps } from './OfflineScreen.tsx';
import type { Connection } from './use-connection.ts';

/** Delay in milliseconds after which the first screen has certainly loaded. */
const AT_HAND_AFTER_MS = 2_000;

interface OfflineGateProps {
  /** If undefined, no time is shown. */
  timezone: string | undefined;
  connection: Connection;
  /** Loads the offline screen; must be a stable function. */
  loadScreen: () => Promise<ComponentType<OfflineScreenProps>>;
  children: ReactNode;
}

/**
 * Shows the offline screen over the others while there is no connection, until the elder chooses to
 * see the stored content.
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
    usePreloaded(loadScreen, { afterMs: AT_HAND_AFTER_MS, isNeeded: isCovered }) ?? OfflineMessage;
  return (
    <Connected value={!isOffline}>
      {isOffline && (
        <Screen {...{ timezone, ask, looksPast }} onLookPast={() => setLooksPast(true)} />
      )}
      <div inert={isCovered}>{children}</div>
    </Connected>
  );
}

/** Restores stored responses for queries that could not be loaded. */
function useKeptAnswers(isOffline: boolean): void {
  const client = useQueryClient();
  const { id, accountNumber } = useCurrentUser().data ?? {};
  useEffect(() => {
    if (!isOffline || id === undefined || accountNumber === undefined) return;
    import('#platform/web/offline/query-persistence.ts')
      .then(({ restoreAnswers }) => restoreAnswers(client, ownerOf({ id, accountNumber })))
      // If the chunk cannot be loaded, the screens show that loading failed.
      .catch(() => undefined);
  }, [isOffline, id, accountNumber, client]);
}

/** The text of the offline screen, shown while that is loading. */
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
