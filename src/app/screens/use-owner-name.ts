import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Elder } from '#features/people/domain/elders.ts';
import type { User } from '#features/sessions/contract.ts';
import { usePreloaded } from '#platform/web/use-preloaded.ts';

const NOBODY: readonly Elder[] = [];
const EVERYONE = 'everyone';

/**
 * Delay before the names are loaded, in milliseconds, after which the data of the first screen has
 * usually arrived.
 */
const AT_HAND_AFTER_MS = 2_000;

const load = () => import('#features/people/web/queries.ts');

/**
 * Returns a function that returns the name of the elder who takes a dose. Names are loaded only for
 * administrators, not on an elder's own tablet.
 */
export function useOwnerName({ role }: Pick<User, 'role'>): (userId: string) => string | undefined {
  const client = useQueryClient();
  const [elders, setElders] = useState(NOBODY);
  const people = usePreloaded(load, { afterMs: AT_HAND_AFTER_MS, isWanted: role !== 'user' });
  useEffect(() => people?.watchElders(client, setElders), [people, client]);
  return useCallback(
    (userId) =>
      elders.length === 0 ? undefined : (elders.find(({ id }) => id === userId)?.name ?? EVERYONE),
    [elders],
  );
}
