import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { SECOND_MS } from '#kit/shared/durations.ts';
import { callersOf } from '#kit/web/api.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import type { LogStatus, MedicationCalls, UpcomingMedication } from '../contract.ts';
import { useShownDoses, withAnswer, withPresses } from './dose-store.ts';
import { keyOf } from './reminder-machine.ts';

const calls = callersOf<Pick<MedicationCalls, 'upcoming'>>()({
  upcoming: 'GET /api/upcoming-medications',
});

export const UPCOMING = ['upcoming-medications'];
/** What the doses of the days ahead follow from, as the tablet keeps it. */
export const KNOWN_DOSES = ['known-doses'] as const;
export const LOGS = ['medication-logs'];
export const ADHERENCE = ['adherence'];

const REFRESH_MS = 30_000;

/** After an action the reminders are read again this much later. */
const RECHECK_MS = SECOND_MS;

/**
 * What the server answered last of today's doses, earliest first; asked again every 30 seconds. A
 * page that reminds asks on when it is hidden: it still rings, and must hear what rings no more.
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

/** Takes doses as the server's answer of this moment. */
export function putAnsweredDoses(client: QueryClient, doses: UpcomingMedication[]): void {
  answeredAt = serverNow();
  client.setQueryData(UPCOMING, doses);
}

/** When the server answered that, by its own clock. */
export const dosesAnsweredAt = () => answeredAt;

/**
 * Today's doses as this tablet knows them: the server's answer, what follows from it when that no
 * longer holds, and what was pressed here and is not delivered yet.
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

/** Shows at once what was logged here or in another tab, and when it was said. */
export function noteLogged(client: QueryClient, key: string, status: LogStatus, at: string | null) {
  client.setQueryData<UpcomingMedication[]>(UPCOMING, (doses) =>
    doses?.map((dose) => (keyOf(dose) === key ? withAnswer(dose, status, at) : dose)),
  );
  setTimeout(() => void client.invalidateQueries({ queryKey: UPCOMING }), RECHECK_MS);
  return Promise.all([
    client.invalidateQueries({ queryKey: LOGS }),
    client.invalidateQueries({ queryKey: ADHERENCE }),
  ]);
}
