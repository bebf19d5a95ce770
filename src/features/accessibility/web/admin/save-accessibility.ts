import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callersOf } from '#platform/web/api.ts';
import { currentIn, isSameChanged } from '#platform/web/find-current.ts';
import { toast } from '#platform/web/toasts.ts';
import type { Accessibility, AccessibilityCalls, EldersAccessibility } from '../../contract.ts';
import { ACCESSIBILITY } from '../queries.ts';

const calls = callersOf<Pick<AccessibilityCalls, 'change'>>()({
  change: 'PATCH /api/accessibility/{id}',
});

/** Computes the changed values from the current ones. */
export type Change = (present: Accessibility) => Partial<Accessibility>;

/** The changed values, and the values that were shown when they were chosen. */
interface Wanted {
  readonly change: Partial<Accessibility>;
  readonly shown: EldersAccessibility;
}

const CHANGED_MEANWHILE = 'Somebody else changed this meanwhile. Their choice is shown here now.';

/**
 * Changes some of an elder's preferences. Updates the cache at once, and sends one change after the
 * other. If another administrator changed the same preference meanwhile, their change is kept and
 * shown.
 */
export function useSaveAccessibility() {
  const client = useQueryClient();
  const show = (next: Partial<Accessibility> & { userId: string; version?: number }) =>
    client.setQueryData<EldersAccessibility[]>(ACCESSIBILITY, (all) =>
      all?.map((one) => (one.userId === next.userId ? { ...one, ...next } : one)),
    );
  const shownOf = (userId: string) =>
    client.getQueryData<EldersAccessibility[]>(ACCESSIBILITY)?.find((one) => one.userId === userId);

  const send = async ({ change, shown }: Wanted) => {
    const { userId } = shown;
    for (let version = shownOf(userId)?.version ?? shown.version; ; ) {
      try {
        return await calls.change({ params: { id: userId }, body: { ...change, version } });
      } catch (error) {
        const current = currentIn<EldersAccessibility>(error);
        if (current === undefined || current.version === version) throw error;
        if (isSameChanged(change, shown, current)) throw error;
        version = current.version;
      }
    }
  };

  const { mutate, isPending } = useMutation({
    // Sequential, so that each request carries the version that the previous response returned.
    scope: { id: 'accessibility' },
    mutationFn: send,
    // Only the version is updated, because the chosen values, or newer ones, are already shown.
    onSuccess: ({ userId, version }) => show({ userId, version }),
    onError: (error) => {
      const current = currentIn<EldersAccessibility>(error);
      if (current) show(current);
      toast.error('Not saved', current ? CHANGED_MEANWHILE : 'Please try again.');
      void client.invalidateQueries({ queryKey: ACCESSIBILITY });
    },
  });
  /**
   * Computes the change from the cached values at the time of the press, which may not be rendered
   * yet.
   */
  const save = (userId: string, wanted: Change, onSuccess: () => void = () => undefined) => {
    const shown = shownOf(userId);
    if (shown === undefined) return;
    // Cancels running refetches, because their responses do not contain this change.
    void client.cancelQueries({ queryKey: ACCESSIBILITY });
    const change = wanted(shown);
    show({ userId, ...change });
    mutate({ change, shown }, { onSuccess });
  };
  return { save, isPending };
}
