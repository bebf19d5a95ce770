import {
  type QueryClient,
  QueryObserver,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useState } from 'react';
import { AUDIT_TRAIL } from '#features/audit/web/queries.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { callersOf } from '#platform/web/api.ts';
import { createMutation, useChange, useStale } from '#platform/web/create-mutation.ts';
import { createQuery } from '#platform/web/create-query.ts';
import { attempt } from '#platform/web/forms/attempt.ts';
import { toast } from '#platform/web/toasts.ts';
import type { PeopleCalls, Person } from '../contract.ts';
import { type Elder, eldersToTell, namedElders } from '../domain/elders.ts';

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

/** Poll interval in milliseconds, because the list is watched while a tablet is being paired. */
const DEVICES_REFRESH_MS = 5_000;

const devicesOf = (id: string) => ['devices', id];

export type PairingCode = Awaited<ReturnType<typeof calls.makePairingCode>>;

export type NewPerson = Parameters<typeof calls.create>[0]['body'];

/**
 * The people of the household; refetched on every mount, because an invitation may have been
 * accepted.
 */
export const usePeople = createQuery(LIST, calls.list, { staleTime: 0 });

/** Milliseconds for which the list of elders is fresh. */
const ELDERS_STAND_MS = MINUTE_MS;

const ELDERS = { queryKey: LIST, queryFn: () => calls.list(), staleTime: ELDERS_STAND_MS };

/** The elders to choose from; empty if there is only one. */
export function useElders() {
  const { data } = useQuery(ELDERS);
  return eldersToTell(data ?? []);
}

/**
 * Calls `onElders` with the elders to choose from, now and after each change, outside of a
 * component. Returns a function that unsubscribes.
 */
export function watchElders(
  client: QueryClient,
  onElders: (elders: readonly Elder[]) => void,
): () => void {
  const observer = new QueryObserver(client, ELDERS);
  return observer.subscribe(({ data }) => onElders(eldersToTell(data ?? [])));
}

/** All elders with unique names; undefined while loading. */
export function useNamedElders(): readonly Elder[] | undefined {
  const { data } = useQuery(ELDERS);
  return data && namedElders(data);
}

export function useAllElders() {
  const { data } = useQuery(ELDERS);
  return (data ?? []).filter(({ role }) => role === 'user');
}

export const useAddPerson = createMutation(calls.create, AUDIT_TRAIL, LIST);

/** Changes a person; also hands over the role of super_admin. */
export const useChangePerson = createMutation(calls.update, AUDIT_TRAIL, LIST);

/** The effects of a removal; fetched each time the dialog opens. */
export function useRemoval(id: string) {
  return useQuery({
    queryKey: ['removal', id],
    queryFn: () => calls.removal({ params: { id } }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Removes a person and invalidates all queries. */
export function useRemovePerson() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: calls.remove,
    onSettled: () => client.invalidateQueries(),
  });
}

export const useMakePairingCode = createMutation(calls.makePairingCode);

/**
 * Sends the email with which a person confirms their address; `then` is the second line of the
 * toast.
 */
export async function sendConfirmation(id: string, then: string): Promise<void> {
  await attempt(() => calls.sendConfirmation({ params: { id } }), {
    failure: 'The email could not be sent.',
    onDone: ({ emailed }) =>
      emailed
        ? toast.success('The email was sent', then)
        : toast.error('Error', 'The email could not be sent. Please try again later.'),
  });
}

export function useCancelEmailChange() {
  const cancel = useChange(calls.cancelEmailChange, useStale(AUDIT_TRAIL, LIST));
  return (person: Person) =>
    void attempt(() => cancel.mutateAsync({ params: { id: person.id } }), {
      success: `The email of ${person.firstName} stays as it is.`,
      failure: 'The change could not be cancelled.',
    });
}

/** The devices of a person, refetched every 5 seconds. */
export function useDevices(id: string) {
  return useQuery({
    queryKey: devicesOf(id),
    queryFn: () => calls.listDevices({ params: { id } }),
    refetchInterval: DEVICES_REFRESH_MS,
    staleTime: 0,
  });
}

/** The devices of a person for pages that are not watched, refetched every minute. */
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
 * The elder of a page about one elder: the first one, or the one chosen from `options`. With fewer
 * than two, no choice is shown.
 */
export function useElderChoice() {
  const elders = usePeople().data?.filter(({ role }) => role === 'user') ?? [];
  const [chosen, choose] = useState<string>();
  const elder = elders.find(({ id }) => id === chosen) ?? elders[0];
  const options = elders.map((one) => ({ value: one.id, label: fullName(one) }));
  return { elder, options, choose };
}
