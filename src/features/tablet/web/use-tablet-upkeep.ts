import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { PresentUser } from '#features/sessions/web/queries.ts';

/** The line belongs to the first screen for so long, in milliseconds. */
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
  useEffect(() => {
    let end: (() => void) | undefined;
    let isOver = false;
    const timer = setTimeout(async () => {
      // Without a connection, and not on the tablet yet: then at the next start.
      const begin = await load().catch(() => undefined);
      if (!isOver) end = begin?.(client, { id, accountNumber, role, isCareOnly });
    }, UPKEEP_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      end?.();
    };
  }, [client, id, accountNumber, role, isCareOnly, load]);
}
