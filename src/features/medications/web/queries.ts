import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { MedicationCalls, UpcomingMedication } from '../contract.ts';

const calls = callersOf<MedicationCalls>()({
  list: 'GET /api/medications',
  create: 'POST /api/medications',
  update: 'PATCH /api/medications/{id}',
  remove: 'DELETE /api/medications/{id}',
  upcoming: 'GET /api/upcoming-medications',
  listLogs: 'GET /api/medication-logs',
  logDose: 'POST /api/medication-logs',
});

const LIST = ['medications'];
const UPCOMING = ['upcoming-medications'];
const LOGS = ['medication-logs'];

const REFRESH_MS = 30_000;

/** After an action the reminders are read again this much later. */
const RECHECK_MS = 1000;

export function useMedications() {
  return useQuery({ queryKey: LIST, queryFn: () => calls.list() });
}

/** Today's doses, earliest first, read again every 30 seconds. */
export function useUpcomingMedications() {
  return useQuery({
    queryKey: UPCOMING,
    queryFn: () => calls.upcoming(),
    refetchInterval: REFRESH_MS,
  });
}

/** The newest `limit` entries of the history. */
export function useMedicationLogs(limit: number) {
  return useQuery({
    queryKey: [...LOGS, limit],
    queryFn: () => calls.listLogs({ query: { limit } }),
  });
}

/** What was logged for doses of a local date, newest first. */
export function useLogsOn(date: string) {
  return useQuery({
    queryKey: [...LOGS, date],
    queryFn: () => calls.listLogs({ query: { from: date, to: date } }),
    refetchInterval: REFRESH_MS,
  });
}

/** Logs one dose. The list shows the new status at once and is read again after one second. */
export function useLogDose() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Parameters<typeof calls.logDose>[0]['body']) => calls.logDose({ body }),
    onSuccess: (log, { medicationId, scheduledTime }) => {
      client.setQueryData<UpcomingMedication[]>(UPCOMING, (doses) =>
        doses?.map((dose) =>
          dose.medicationId === medicationId && dose.scheduledTime === scheduledTime
            ? { ...dose, status: log.status }
            : dose,
        ),
      );
      setTimeout(() => void client.invalidateQueries({ queryKey: UPCOMING }), RECHECK_MS);
      return client.invalidateQueries({ queryKey: LOGS });
    },
  });
}

export function useAddMedication() {
  const changed = useMedicationsChanged();
  return useMutation({
    mutationFn: (body: Parameters<typeof calls.create>[0]['body']) => calls.create({ body }),
    onSuccess: changed,
  });
}

export function useUpdateMedication() {
  const changed = useMedicationsChanged();
  return useMutation({
    mutationFn: ({ id, ...body }: Parameters<typeof calls.update>[0]['body'] & { id: string }) =>
      calls.update({ params: { id }, body }),
    onSuccess: changed,
  });
}

export function useDeleteMedication() {
  const changed = useMedicationsChanged();
  return useMutation({
    mutationFn: (id: string) => calls.remove({ params: { id } }),
    onSuccess: changed,
  });
}

function useMedicationsChanged() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: LIST }),
      client.invalidateQueries({ queryKey: UPCOMING }),
    ]);
}
