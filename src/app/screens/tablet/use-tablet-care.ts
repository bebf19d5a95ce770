import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownerOf } from '#features/sessions/owner.ts';
import type { PresentUser } from '#features/sessions/web/queries.ts';

/** The line belongs to the first screen for so long, in milliseconds. */
const CARE_AFTER_MS = 2000;

/** Keeps the tablet able to go on by itself: awake, up to date, and without a network. */
export function useTabletCare(user: PresentUser): void {
  const client = useQueryClient();
  const owner = ownerOf(user);
  const isElder = user.role === 'user';
  const { isCareOnly = false } = user;
  useEffect(() => {
    let end: (() => void) | undefined;
    let isOver = false;
    const timer = setTimeout(async () => {
      // Without a connection, and not on the tablet yet: then at the next start.
      const care = await import('./tablet-care.ts').catch(() => undefined);
      if (!isOver) end = care?.keepTabletUp(client, { owner, isElder, isCareOnly });
    }, CARE_AFTER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      end?.();
    };
  }, [client, owner, isElder, isCareOnly]);
}
