import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { User } from '#features/sessions/contract.ts';
import { CURRENT_USER } from '#features/sessions/web/queries.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { callersOf, type InputFor, NoAnswer } from '#platform/web/api.ts';
import { createMutation } from '#platform/web/create-mutation.ts';
import { createQuery } from '#platform/web/create-query.ts';
import { returnsCreated } from '#platform/web/created-answer.ts';
import type { LogStatus, MedicationCalls, MedicationLog, UpcomingMedication } from '../contract.ts';
import { notifyOtherTabs } from './other-tabs.ts';
import { keyOf } from './reminder-machine.ts';
import { ADHERENCE, LOGS, showLogged, UPCOMING } from './todays-doses.ts';

const calls = callersOf<Omit<MedicationCalls, 'upcoming'>>()({
  list: 'GET /api/medications',
  create: 'POST /api/medications',
  update: 'PATCH /api/medications/{id}',
  remove: 'DELETE /api/medications/{id}',
  listLogs: 'GET /api/medication-logs',
  listLogAttempts: 'GET /api/medication-logs/{id}/attempts',
  adherence: 'GET /api/adherence',
  logDose: 'POST /api/medication-logs',
});

const LIST = ['medications'];

const REFRESH_MS = 30_000;

/**
 * Refetch interval of the list from which a week of doses is computed; a change refetches it at
 * once.
 */
const LIST_REFRESH_MS = 10 * MINUTE_MS;

export const useMedications = createQuery(LIST, calls.list);

/** The medications from which a tablet computes a week of doses. */
export const useMedicationsAtHand = createQuery(LIST, calls.list, {
  refetchInterval: LIST_REFRESH_MS,
});

/** The newest `limit` entries of the history. */
export function useMedicationLogs(limit: number) {
  return useQuery({
    queryKey: [...LOGS, limit],
    queryFn: () => calls.listLogs({ query: { limit } }),
  });
}

/** The logs of the doses of a local date, newest first. */
export function useLogsOn(date: string, isWanted = true) {
  return useQuery({
    queryKey: [...LOGS, date],
    queryFn: () => calls.listLogs({ query: { from: date, to: date } }),
    enabled: isWanted,
    refetchInterval: REFRESH_MS,
  });
}

/**
 * Adds a log that the server just created to all cached days. Components filter by time, and the
 * next fetch returns the right days.
 */
export function addToCachedDays(client: QueryClient, log: MedicationLog): void {
  const isDay = ({ queryKey }: { queryKey: QueryKey }) =>
    queryKey.length === LOGS.length + 1 && typeof queryKey.at(-1) === 'string';
  client.setQueriesData<MedicationLog[]>(
    { queryKey: LOGS, predicate: isDay },
    (logs) => logs && [log, ...logs.filter(({ id }) => id !== log.id)],
  );
}

export type LogFilter = Omit<CallOf<MedicationCalls['listLogs']>['query'], 'limit'>;

/** The newest `limit` entries that match; refetched each time the history is opened. */
export function useLogHistory(filter: LogFilter, limit: number) {
  return useQuery({
    queryKey: [...LOGS, filter, limit],
    queryFn: () => calls.listLogs({ query: { ...filter, limit } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** All answers to the dose of a log, the oldest first. */
export function useLogAttempts(id: string) {
  return useQuery({
    queryKey: [...LOGS, 'attempts', id],
    queryFn: () => calls.listLogAttempts({ params: { id } }),
    staleTime: 0,
  });
}

/** The adherence from one local date to another, both inclusive. */
export function useAdherence(from: string, to: string) {
  return useQuery({
    queryKey: [...ADHERENCE, from, to],
    queryFn: () => calls.adherence({ query: { from, to } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Logs one dose. The list shows the new status at once and is refetched after one second. */
export function useLogDose() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: InputFor<MedicationCalls['logDose']>['body']) => {
      const log = await calls.logDose({ body });
      if (!returnsCreated(log)) throw new NoAnswer();
      return log;
    },
    onSuccess: ({ status, loggedAt }, dose) => showDelivered(client, dose, status, loggedAt),
    // The answer was not logged, so the current status is refetched.
    onError: () => client.invalidateQueries({ queryKey: UPCOMING }),
  });
}

/** Shows the log here and in the other tabs, with the time of the answer. */
export function showDelivered(
  client: QueryClient,
  dose: Pick<UpcomingMedication, 'medicationId' | 'scheduledTime'>,
  status: LogStatus,
  at: string,
) {
  const key = keyOf(dose);
  const who = client.getQueryData<User | null>(CURRENT_USER)?.id;
  if (who !== undefined) notifyOtherTabs(who, { kind: 'logged', key, status, at });
  return showLogged(client, key, status, at);
}

export const useAddMedication = createMutation(calls.create, LIST, UPCOMING);
export const useUpdateMedication = createMutation(calls.update, LIST, UPCOMING);
export const useDeleteMedication = createMutation(calls.remove, LIST, UPCOMING);
