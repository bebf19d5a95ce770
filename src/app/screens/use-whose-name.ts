import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { Elder } from '#features/people/elders.ts';
import type { User } from '#features/sessions/contract.ts';

const NOBODY: readonly Elder[] = [];
const EVERYONE = 'everyone';

/** When whatever the first screen needs has long been there. */
const AT_HAND_AFTER_MS = 2_000;

/** Names whose a dose is to an administrator; an elder's own tablet reads and loads nothing of it. */
export function useWhoseName({ role }: Pick<User, 'role'>): (userId: string) => string | undefined {
  const client = useQueryClient();
  const [elders, setElders] = useState(NOBODY);
  useEffect(() => {
    if (role === 'user') return;
    let end: (() => void) | undefined;
    let isOver = false;
    const watch = async () => {
      const people = await import('#features/people/web/queries.ts').catch(() => undefined);
      if (!isOver) end = people?.watchElders(client, setElders);
    };
    const timer = setTimeout(() => void watch(), AT_HAND_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      end?.();
    };
  }, [client, role]);
  return useCallback(
    (userId) =>
      elders.length === 0 ? undefined : (elders.find(({ id }) => id === userId)?.name ?? EVERYONE),
    [elders],
  );
}
