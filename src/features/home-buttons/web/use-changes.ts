import {
  type Mutation,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query';
import { callersOf } from '#platform/web/api.ts';
import type { HomeButton, HomeButtonCalls } from '../contract.ts';
import { type ButtonChange, withChanges } from '../domain/button-changes.ts';
import { HOME_BUTTONS, useHomeButtons } from './queries.ts';

const calls = callersOf<HomeButtonCalls>()({
  update: 'PUT /api/home-buttons/{id}',
});

const CHANGES = ['change-home-button'];

/**
 * The home buttons with pending changes applied: a change is shown at once and reverted if saving
 * fails.
 */
export function useChangedButtons() {
  const query = useHomeButtons();
  const changes = useMutationState<
    ButtonChange | undefined,
    Mutation<HomeButton, Error, ButtonChange>
  >({
    filters: { mutationKey: CHANGES, status: 'pending' },
    select: ({ state }) => state.variables,
  });
  const underWay = changes.filter((change) => change !== undefined);
  return { query, buttons: withChanges(query.data ?? [], underWay) };
}

/** Changes one button; requests are sequential, in the order of the presses. */
export function useChangeButton() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: CHANGES,
    scope: { id: CHANGES.join() },
    mutationFn: ({ id, ...body }: ButtonChange) => calls.update({ params: { id }, body }),
    onMutate: () => client.cancelQueries({ queryKey: HOME_BUTTONS }),
    onSuccess: (_button, change) =>
      client.setQueryData<HomeButton[]>(
        HOME_BUTTONS,
        (list) => list && withChanges(list, [change]),
      ),
    onSettled: (_button, error) =>
      error !== null || client.isMutating({ mutationKey: CHANGES }) === 1
        ? client.invalidateQueries({ queryKey: HOME_BUTTONS })
        : undefined,
  });
}
