import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { callersOf } from '#platform/web/api.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import type { LogStatus, MedicationCalls, UpcomingMedication } from '../contract.ts';
import { useShownDoses, withAnswer, withPresses } from './dose-store.ts';
import { keyOf } from './reminder-machine.ts';

const calls = callersOf<Pick<MedicationCalls, 'upcoming'>>()({
  upcoming: 'GET /api/upcoming-medications',
});

export const UPCOMING = ['upcoming-medications'];
/** The query key of the stored data from which the tablet computes the doses of the next days. */
export const KNOWN_DOSES = ['known-doses'] as const;
export const LOGS = ['medication-logs'];
export const ADHERENCE = ['adherence'];

const REFRESH_MS = 30_000;

/** Delay of the refetch after an action. */
const RECHECK_MS = SECOND_MS;

/**
 * The server's last response with today's doses, earliest first; refetched every 30 seconds. A page
 * that shows reminders also refetches while it is in the background: its alarm still rings there,
 * and must stop when a dose is answered elsewhere.
 */
export function useAnsweredDoses(asks?: 'in the background too') {
  return useQuery({
    queryKey: UPCOMING,
    queryFn: async () => {
      const doses = await calls.upcoming();
      answeredAt = serverNow();
      return doses;
    },
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: asks !== undefined,
  });
}

let answeredAt = 0;

/** Stores doses as a server response received now. */
export function putAnsweredDoses(client: QueryClient, doses: UpcomingMedication[]): void {
  answeredAt = serverNow();
  client.setQueryData(UPCOMING, doses);
}

/** The time of that response by the server's clock. */
export const dosesAnsweredAt = () => answeredAt;

/**
 * Today's doses as this tablet knows them: the server's response, or the doses computed from it
 * when it is no longer valid, with the undelivered presses applied.
 */
export function useUpcomingMedications() {
  const {
    data: answer,
    dataUpdatedAt,
    error,
    isError,
    isFetching,
    isPending,
    refetch,
  } = useAnsweredDoses();
  const { doses = answer, presses } = useShownDoses();
  const data = useMemo(() => doses && withPresses(doses, presses), [doses, presses]);
  return {
    data,
    dataUpdatedAt,
    error,
    isError,
    isFetching,
    isPending: isPending && !data,
    refetch,
  };
}

/** Shows at once a dose that was logged here or in another tab, with the time of the answer. */
export function showLogged(client: QueryClient, key: string, status: LogStatus, at: string | null) {
  client.setQueryData<UpcomingMedication[]>(UPCOMING, (doses) =>
    doses?.map((dose) => (keyOf(dose) === key ? withAnswer(dose, status, at) : dose)),
  );
  setTimeout(() => void client.invalidateQueries({ queryKey: UPCOMING }), RECHECK_MS);
  return Promise.all([
    client.invalidateQueries({ queryKey: LOGS }),
    client.invalidateQueries({ queryKey: ADHERENCE }),
  ]);
}
