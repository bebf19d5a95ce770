import { useQuery } from '@tanstack/react-query';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { registerOffsets } from '#platform/shared/zoned-time.ts';
import { callersOf } from '#platform/web/api.ts';
import { createMutation } from '#platform/web/create-mutation.ts';
import { useAction } from '#platform/web/forms/use-action.ts';
import type { HouseholdsCalls } from '../contract.ts';
import { enterHousehold } from './enter-household.ts';

const calls = callersOf<HouseholdsCalls>()({
  list: 'GET /api/households',
  add: 'POST /api/households',
  switch: 'POST /api/households/{id}/switch',
});

/** Poll interval in milliseconds on the overview. */
const OVERVIEW_MS = 30_000;

/**
 * The households of the signed-in person by urgency. Polled every minute, every 30 seconds on the
 * overview, and never for a person with one household.
 */
export function useHouseholds({ isOverview = false } = {}) {
  return useQuery({
    queryKey: ['households'],
    queryFn: async () => {
      const households = await calls.list();
      // Registers the server's offsets, because this browser may not know the time zone of another
      // household, or have outdated data for it.
      for (const { timezone, timezoneOffsets } of households) {
        if (timezone !== null) registerOffsets(timezone, timezoneOffsets);
      }
      return households;
    },
    staleTime: isOverview ? 0 : MINUTE_MS,
    refetchInterval: ({ state }) => {
      if ((state.data?.length ?? 0) < 2) return false;
      return isOverview ? OVERVIEW_MS : MINUTE_MS;
    },
  });
}

/** Switches to another household and opens `path` there. */
export function useEnterHousehold(path: string) {
  return useAction({
    call: async (id: string) => {
      await calls.switch({ params: { id } });
      await enterHousehold(path);
    },
    failure: 'This household could not be opened.',
  });
}

/** Adds a household and switches the session to it. */
export const useAddHousehold = createMutation(calls.add);
