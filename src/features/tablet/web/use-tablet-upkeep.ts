import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { PresentUser } from '#features/sessions/web/queries.ts';
import { useAtHand } from '#kit/web/use-at-hand.ts';

/** The line belongs to a screen that was just opened for so long, in milliseconds. */
const UPKEEP_AFTER_MS = 2000;

/** Who is at the tablet. */
export interface TabletUser extends Pick<PresentUser, 'id' | 'accountNumber' | 'role'> {
  readonly isCareOnly: boolean | undefined;
}

/** Begins the upkeep; returns what ends it. */
type Begin = (client: QueryClient, user: TabletUser) => () => void;

/**
 * Keeps the tablet able to go on by itself: awake, up to date, and without a network. `load` must be
 * the same function each time.
 */
export function useTabletUpkeep(user: PresentUser, load: () => Promise<Begin>): void {
  const client = useQueryClient();
  const { id, accountNumber, role, isCareOnly } = user;
  const [path] = useLocation();
  // A debounce: another screen is waited for anew.
  const begin = useAtHand(load, { afterMs: UPKEEP_AFTER_MS, again: path });
  useEffect(
    () => begin?.(client, { id, accountNumber, role, isCareOnly }),
    [begin, client, id, accountNumber, role, isCareOnly],
  );
}
