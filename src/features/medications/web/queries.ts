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
import { MINUTE_MS } from '#kit/shared/durations.ts';
import type { CallOf } from '#kit/shared/endpoint.ts';
import { callersOf, type InputFor, NoAnswer } from '#kit/web/api.ts';
import { tellsWhatWasMade } from '#kit/web/made-answer.ts';
import { reading } from '#kit/web/reading.ts';
import { changing } from '#kit/web/use-change.ts';
import type { LogStatus, MedicationCalls, MedicationLog, UpcomingMedication } from '../contract.ts';
import { tellOtherTabs } from './other-tabs.ts';
import { keyOf } from './reminder-machine.ts';
import { ADHERENCE, LOGS, noteLogged, UPCOMING } from './todays-doses.ts';

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

/** What a week of doses is computed from is read again this often, besides when it changes. */
const LIST_REFRESH_MS = 10 * MINUTE_MS;

export const useMedications = reading(LIST, calls.list);

/** The medications from which a tablet computes a week of doses. */
export const useMedicationsAtHand = reading(LIST, calls.list, { refetchInterval: LIST_REFRESH_MS });

/** The newest `limit` entries of the history. */
export function useMedicationLogs(limit: number) {
  return useQuery({
    queryKey: [...LOGS, limit],
    queryFn: () => calls.listLogs({ query: { limit } }),
  });
}

/** What was logged for doses of a local date, newest first. */
export function useLogsOn(date: string, isWanted = true) {
  return useQuery({
    queryKey: [...LOGS, date],
    queryFn: () => calls.listLogs({ query: { from: date, to: date } }),
    enabled: isWanted,
    refetchInterval: REFRESH_MS,
  });
}

/**
 * Puts what the server has logged just now into the days that are known. Which of them it is of, whoever
 * shows one looks at its time for; the next reading has it in its own.
 */
export function noteInDays(client: QueryClient, log: MedicationLog): void {
  const isDay = ({ queryKey }: { queryKey: QueryKey }) =>
    queryKey.length === LOGS.length + 1 && typeof queryKey.at(-1) === 'string';
  client.setQueriesData<MedicationLog[]>(
    { queryKey: LOGS, predicate: isDay },
    (logs) => logs && [log, ...logs.filter(({ id }) => id !== log.id)],
  );
}

export type LogFilter = Omit<CallOf<MedicationCalls['listLogs']>['query'], 'limit'>;

/** The newest `limit` entries that match; read again each time the history is opened. */
export function useLogHistory(filter: LogFilter, limit: number) {
  return useQuery({
    queryKey: [...LOGS, filter, limit],
    queryFn: () => calls.listLogs({ query: { ...filter, limit } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** All that was said about one dose, oldest first. */
export function useLogAttempts(id: string) {
  return useQuery({
    queryKey: [...LOGS, 'attempts', id],
    queryFn: () => calls.listLogAttempts({ params: { id } }),
    staleTime: 0,
  });
}

/** What became of the doses from one local date to another, both inclusive. */
export function useAdherence(from: string, to: string) {
  return useQuery({
    queryKey: [...ADHERENCE, from, to],
    queryFn: () => calls.adherence({ query: { from, to } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Logs one dose. The list shows the new status at once and is read again after one second. */
export function useLogDose() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: InputFor<MedicationCalls['logDose']>['body']) => {
      const log = await calls.logDose({ body });
      if (!tellsWhatWasMade(log)) throw new NoAnswer();
      return log;
    },
    onSuccess: ({ status, loggedAt }, dose) => noteDelivered(client, dose, status, loggedAt),
    // What stands there instead.
    onError: () => client.invalidateQueries({ queryKey: UPCOMING }),
  });
}

/** Shows here and in the other tabs what the server has logged, and when it was said. */
export function noteDelivered(
  client: QueryClient,
  dose: Pick<UpcomingMedication, 'medicationId' | 'scheduledTime'>,
  status: LogStatus,
  at: string,
) {
  const key = keyOf(dose);
  const who = client.getQueryData<User | null>(CURRENT_USER)?.id;
  if (who !== undefined) tellOtherTabs(who, { kind: 'logged', key, status, at });
  return noteLogged(client, key, status, at);
}

export const useAddMedication = changing(calls.create, LIST, UPCOMING);
export const useUpdateMedication = changing(calls.update, LIST, UPCOMING);
export const useDeleteMedication = changing(calls.remove, LIST, UPCOMING);
