import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import { currentIn, isSameChanged } from '#kit/web/present-of.ts';
import { toast } from '#kit/web/toasts.ts';
import type { Accessibility, AccessibilityCalls, EldersAccessibility } from '../../contract.ts';
import { ACCESSIBILITY } from '../queries.ts';

const calls = callersOf<Pick<AccessibilityCalls, 'change'>>()({
  change: 'PATCH /api/accessibility/{id}',
});

/** What is wanted instead of what is there. */
export type Change = (present: Accessibility) => Partial<Accessibility>;

/** What is wanted, and what was shown when it was chosen. */
interface Wanted {
  readonly change: Partial<Accessibility>;
  readonly shown: EldersAccessibility;
}

const CHANGED_MEANWHILE = 'Somebody else changed this meanwhile. Their choice is shown here now.';

/**
 * Changes any subset for an elder. It is shown at once; several changes are sent one after the other.
 * What somebody else changed meanwhile stays, and is shown.
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
    // One after the other, so that each is made from what the one before has answered.
    scope: { id: 'accessibility' },
    mutationFn: send,
    // What was chosen stands there, or what was chosen after it.
    onSuccess: ({ userId, version }) => show({ userId, version }),
    onError: (error) => {
      const current = currentIn<EldersAccessibility>(error);
      if (current) show(current);
      toast.error('Not saved', current ? CHANGED_MEANWHILE : 'Please try again.');
      void client.invalidateQueries({ queryKey: ACCESSIBILITY });
    },
  });
  /** What is wanted follows from what is shown at the press, also of one that is not drawn yet. */
  const save = (userId: string, wanted: Change, onSuccess: () => void = () => undefined) => {
    const shown = shownOf(userId);
    if (shown === undefined) return;
    // An answer on its way knows nothing of it yet.
    void client.cancelQueries({ queryKey: ACCESSIBILITY });
    const change = wanted(shown);
    show({ userId, ...change });
    mutate({ change, shown }, { onSuccess });
  };
  return { save, isPending };
}
