import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { PresentUser } from '#features/sessions/web/queries.ts';
import { usePreloaded } from '#platform/web/use-preloaded.ts';

/** Delay in milliseconds after a screen opens, during which it has priority on the network. */
const UPKEEP_AFTER_MS = 2000;

/** The signed-in person of the tablet. */
export interface TabletUser extends Pick<PresentUser, 'id' | 'accountNumber' | 'role'> {
  readonly isCareOnly: boolean | undefined;
}

/** Starts the background work; returns a function that stops it. */
type Begin = (client: QueryClient, user: TabletUser) => () => void;

/**
 * Runs the background work of a tablet: it keeps the screen on, installs updates and prepares for
 * offline use. `load` must be a stable function.
 */
export function useTabletUpkeep(user: PresentUser, load: () => Promise<Begin>): void {
  const client = useQueryClient();
  const { id, accountNumber, role, isCareOnly } = user;
  const [path] = useLocation();
  // Opening another screen restarts the delay, so that the screen loads first.
  const begin = usePreloaded(load, { afterMs: UPKEEP_AFTER_MS, again: path });
  useEffect(
    () => begin?.(client, { id, accountNumber, role, isCareOnly }),
    [begin, client, id, accountNumber, role, isCareOnly],
  );
}
