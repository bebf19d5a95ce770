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
 * The elder's own; where an administrator looks at it, that of the only one there is. Undefined for
 * whom nobody has set anything: nothing needs to be loaded.
 */
function ownOf(
  all: readonly EldersAccessibility[] | undefined,
  { id, role }: PresentUser,
): EldersAccessibility | undefined {
  const isOwn = ({ userId }: EldersAccessibility) =>
    role === 'user' ? userId === id : all?.length === 1;
  return all?.find((one) => isOwn(one) && one.version > 1);
}

/** Loads what applies it, where it is known and there is anything to apply: the first paint has it then. */
export async function readyAccessibility(client: QueryClient): Promise<void> {
  const user = client.getQueryData<PresentUser | null>(CURRENT_USER);
  if (user && ownOf(client.getQueryData(ACCESSIBILITY), user)) await loadApply();
}

/** The tablet meets the hands, eyes and ears of its elder. */
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
      // It is kept on the tablet with its screens; without them everything is as usual.
      () => undefined,
    );
    return () => {
      isOver = true;
      end?.();
    };
  }, [own]);
}
