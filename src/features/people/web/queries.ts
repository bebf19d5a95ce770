import {
  type QueryClient,
  QueryObserver,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { AUDIT_TRAIL } from '#features/audit/web/queries.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { fullName } from '#kit/shared/full-name.ts';
import { callersOf } from '#kit/web/api.ts';
import { attempt } from '#kit/web/forms/attempt.ts';
import { reading } from '#kit/web/reading.ts';
import { toast } from '#kit/web/toasts.ts';
import { changing, useChange, useStale } from '#kit/web/use-change.ts';
import type { PeopleCalls, Person } from '../contract.ts';
import { type Elder, eldersToTell, namedElders } from '../elders.ts';

const calls = callersOf<PeopleCalls>()({
  list: 'GET /api/users',
  create: 'POST /api/users',
  update: 'PUT /api/users/{id}',
  removal: 'GET /api/users/{id}/removal',
  remove: 'DELETE /api/users/{id}',
  makePairingCode: 'POST /api/users/{id}/pairing-code',
  sendConfirmation: 'POST /api/users/{id}/confirmation',
  cancelEmailChange: 'DELETE /api/users/{id}/pending-email',
  listDevices: 'GET /api/users/{id}/devices',
  signOutDevice: 'DELETE /api/users/{id}/devices/{deviceId}',
});

const LIST = ['people'];

/** Shown while a tablet is being set up beside it. */
const DEVICES_REFRESH_MS = 5_000;

const devicesOf = (id: string) => ['devices', id];

export type PairingCode = Awaited<ReturnType<typeof calls.makePairingCode>>;

export type NewPerson = Parameters<typeof calls.create>[0]['body'];

/** The people of the household; who accepted an invitation meanwhile is there at the next look. */
export const usePeople = reading(LIST, calls.list, { staleTime: 0 });

/** How long who lives here is taken as known, in milliseconds. */
const ELDERS_STAND_MS = MINUTE_MS;

const ELDERS = { queryKey: LIST, queryFn: () => calls.list(), staleTime: ELDERS_STAND_MS };

/** Those whom things can be for; none as long as there is only one, of whom all is. */
export function useElders() {
  const { data } = useQuery(ELDERS);
  return eldersToTell(data ?? []);
}

/** The same outside a component, now and whenever it changes. Returns what ends it. */
export function watchElders(
  client: QueryClient,
  onElders: (elders: readonly Elder[]) => void,
): () => void {
  const observer = new QueryObserver(client, ELDERS);
  return observer.subscribe(({ data }) => onElders(eldersToTell(data ?? [])));
}

/** Everybody who is looked after, by a name; undefined while that is not known. */
export function useNamedElders(): readonly Elder[] | undefined {
  const { data } = useQuery(ELDERS);
  return data && namedElders(data);
}

/** Everybody who is looked after. */
export function useAllElders() {
  const { data } = useQuery(ELDERS);
  return (data ?? []).filter(({ role }) => role === 'user');
}

export const useAddPerson = changing(calls.create, AUDIT_TRAIL, LIST);

/** Changes a person; the one who hands the role over is another one afterwards. */
export const useChangePerson = changing(calls.update, AUDIT_TRAIL, LIST);

/** Loads the effects of a removal each time the question is opened. */
export function useRemoval(id: string) {
  return useQuery({
    queryKey: ['removal', id],
    queryFn: () => calls.removal({ params: { id } }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Removes a person and reloads every list. */
export function useRemovePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: calls.remove,
    onSettled: () => client.invalidateQueries(),
  });
}

export const useMakePairingCode = changing(calls.makePairingCode);

/** Sends the email with which a person confirms their address; the toast continues with `then`. */
export async function sendConfirmation(id: string, then: string): Promise<void> {
  await attempt(() => calls.sendConfirmation({ params: { id } }), {
    failure: 'The email could not be sent.',
    onDone: ({ emailed }) =>
      emailed
        ? toast.success('The email was sent', then)
        : toast.error('Error', 'The email could not be sent. Please try again later.'),
  });
}

/** Cancels the change to a new email that is not confirmed yet. */
export function useCancelEmailChange() {
  const cancel = useChange(calls.cancelEmailChange, useStale(AUDIT_TRAIL, LIST));
  return (person: Person) =>
    void attempt(() => cancel.mutateAsync({ params: { id: person.id } }), {
      success: `The email of ${person.firstName} stays as it is.`,
      failure: 'The change could not be cancelled.',
    });
}

/** Where a person is signed in, read again every 5 seconds. */
export function useDevices(id: string) {
  return useQuery({
    queryKey: devicesOf(id),
    queryFn: () => calls.listDevices({ params: { id } }),
    refetchInterval: DEVICES_REFRESH_MS,
    staleTime: 0,
  });
}

/** The same where nobody waits for it. */
export function useDevicesAtTimes(id: string) {
  return useQuery({
    queryKey: devicesOf(id),
    queryFn: () => calls.listDevices({ params: { id } }),
    refetchInterval: ELDERS_STAND_MS,
  });
}

export function useSignOutDevice(id: string) {
  return useMutation({
    mutationFn: (deviceId: string) => calls.signOutDevice({ params: { id, deviceId } }),
    onSettled: useStale(AUDIT_TRAIL, devicesOf(id)),
  });
}

/**
 * About whom a page is that is about one elder: the first, until another is chosen of `options`. Where
 * there are fewer than two nobody needs to be asked.
 */
export function useElderChoice() {
  const elders = usePeople().data?.filter(({ role }) => role === 'user') ?? [];
  const [chosen, choose] = useState<string>();
  const elder = elders.find(({ id }) => id === chosen) ?? elders[0];
  const options = elders.map((one) => ({ value: one.id, label: fullName(one) }));
  return { elder, options, choose };
}
