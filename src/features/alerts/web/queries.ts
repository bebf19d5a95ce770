import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { AUDIT_TRAIL } from '#features/audit/web/queries.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { callersOf } from '#kit/web/api.ts';
import { reading } from '#kit/web/reading.ts';
import { useStale } from '#kit/web/use-change.ts';
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

/** What is not told by the line is seen after this at the latest, in milliseconds. */
const LOOK_MS = MINUTE_MS;

/** Whether this person is alerted on this device. */
export function useDeviceAlerts(userId: string) {
  return useQuery({
    queryKey: [...DEVICE, userId],
    queryFn: () => stateOf(userId),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  });
}

/** Turns the alerts of this person on this device on or off; how it then is. */
export function useSwitchDeviceAlerts(userId: string) {
  return useMutation({
    mutationFn: (isOn: boolean): Promise<DeviceState> =>
      isOn ? turnOn(userId, calls) : turnOff(calls),
    onSettled: useStale(CHANNELS, DEVICE),
  });
}

/** Ends the alerts on this device with the session, as far as the server and the browser can be asked. */
export async function stopDeviceAlerts(): Promise<void> {
  // A browser without notifications has none to end, and signing out waits for nothing else.
  await turnOff(calls).catch(() => undefined);
}

/** By which ways alerts reach each administrator. */
export const useChannels = reading(CHANNELS, calls.channels, {
  staleTime: 0,
  refetchInterval: LOOK_MS,
});

/** Sends a test alert to the person at this screen. */
export function useSendTest() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => calls.sendTest(),
    onSuccess: (channels) => client.setQueryData(CHANNELS, channels),
  });
}

/** Says that a test alert has arrived: whoever opens its link says so by that. */
export function useReceivedTest(token: string) {
  return useQuery({
    queryKey: ['received-test', token],
    queryFn: () => calls.receiveTest({ params: { token } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** Alerts that could not be sent, until somebody has seen them. */
export const useUnsentAlerts = reading(UNSENT, calls.unsent, {
  staleTime: 0,
  refetchInterval: LOOK_MS,
});

export function useSeen() {
  return useMutation({
    mutationFn: (id: string) => calls.seen({ params: { id } }),
    onSettled: useStale(AUDIT_TRAIL, UNSENT),
  });
}
