import type { QueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { CURRENT_USER, type PresentUser } from '#features/sessions/web/queries.ts';
import type { EldersAccessibility } from '../../contract.ts';
import { ACCESSIBILITY, useAccessibilities } from '../queries.ts';
import type { applyAccessibility } from './apply-accessibility.ts';

let apply: typeof applyAccessibility | undefined;

async function loadApply(): Promise<typeof applyAccessibility> {
  ({ applyAccessibility: apply } = await import('./apply-accessibility.ts'));
  return apply;
}

/**
 * Returns the elder's own preferences; for an administrator who views the tablet, those of the only
 * elder. Returns undefined if they were never changed, so that nothing needs to be loaded.
 */
function ownOf(
  all: readonly EldersAccessibility[] | undefined,
  { id, role }: PresentUser,
): EldersAccessibility | undefined {
  const isOwn = ({ userId }: EldersAccessibility) =>
    role === 'user' ? userId === id : all?.length === 1;
  return all?.find((one) => isOwn(one) && one.version > 1);
}

/** Loads the code that applies the preferences before the first paint, if there are any. */
export async function readyAccessibility(client: QueryClient): Promise<void> {
  const user = client.getQueryData<PresentUser | null>(CURRENT_USER);
  if (user && ownOf(client.getQueryData(ACCESSIBILITY), user)) await loadApply();
}

/** Applies the preferences of the elder while the component is mounted. */
export function useAccessibility(user: PresentUser): void {
  const own = ownOf(useAccessibilities().data, user);
  useLayoutEffect(() => {
    if (!own) return;
    if (apply) return apply(own);
    let end: (() => void) | undefined;
    let isOver = false;
    loadApply().then(
      (applyTo) => {
        if (!isOver) end = applyTo(own);
      },
      // A failure is ignored: the service worker usually has this chunk in its cache, and without
      // it the defaults apply.
      () => undefined,
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [own]);
}
