import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AUDIT_TRAIL } from '#features/audit/web/queries.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { callersOf } from '#platform/web/api.ts';
import { useStale } from '#platform/web/create-mutation.ts';
import { createQuery } from '#platform/web/create-query.ts';
import type { AlertCalls } from '../contract.ts';
import { type DeviceState, stateOf, turnOff, turnOn } from './device-alerts.ts';

const calls = callersOf<AlertCalls>()({
  pushKey: 'GET /api/push-subscriptions/key',
  subscribe: 'POST /api/push-subscriptions',
  unsubscribe: 'DELETE /api/push-subscriptions',
  channels: 'GET /api/alerts/channels',
  sendTest: 'POST /api/alerts/tests',
  receiveTest: 'POST /api/alerts/tests/{token}',
  unsent: 'GET /api/alerts/unsent',
  seen: 'POST /api/alerts/unsent/{id}/seen',
});

const DEVICE = ['alerts-on-this-device'];

const ALERTS = ['alerts'];
const CHANNELS = [...ALERTS, 'channels'];
const UNSENT = [...ALERTS, 'unsent'];

/** Polling interval, in milliseconds, for changes that the event stream does not report. */
const LOOK_MS = MINUTE_MS;

export function useDeviceAlerts(userId: string) {
  return useQuery({
    queryKey: [...DEVICE, userId],
    queryFn: () => stateOf(userId),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** Turns the alerts of this person on this device on or off; returns the new state. */
export function useSwitchDeviceAlerts(userId: string) {
  return useMutation({
    mutationFn: (isOn: boolean): Promise<DeviceState> =>
      isOn ? turnOn(userId, calls) : turnOff(calls),
    onSettled: useStale(CHANNELS, DEVICE),
  });
}

/**
 * Unsubscribes this device at sign-out; best effort, because the server or the browser may fail.
 */
export async function stopDeviceAlerts(): Promise<void> {
  // Failures are ignored, because a browser may lack notifications and signing out must not wait.
  await turnOff(calls).catch(() => undefined);
}

export const useChannels = createQuery(CHANNELS, calls.channels, {
  staleTime: 0,
  refetchInterval: LOOK_MS,
});

export function useSendTest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => calls.sendTest(),
    onSuccess: (channels) => client.setQueryData(CHANNELS, channels),
  });
}

/** Marks the test alert of a link as received when the page of the link is opened. */
export function useReceivedTest(token: string) {
  return useQuery({
    queryKey: ['received-test', token],
    queryFn: () => calls.receiveTest({ params: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** Alerts that could not be sent, until they are marked as seen. */
export const useUnsentAlerts = createQuery(UNSENT, calls.unsent, {
  staleTime: 0,
  refetchInterval: LOOK_MS,
});

export function useSeen() {
  return useMutation({
    mutationFn: (id: string) => calls.seen({ params: { id } }),
    onSettled: useStale(AUDIT_TRAIL, UNSENT),
  });
}
