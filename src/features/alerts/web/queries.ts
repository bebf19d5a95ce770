import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { AlertCalls } from '../contract.ts';
import { type DeviceState, stateOf, turnOff, turnOn } from './device-alerts.ts';

const calls = callersOf<AlertCalls>()({
  pushKey: 'GET /api/push-subscriptions/key',
  subscribe: 'POST /api/push-subscriptions',
  unsubscribe: 'DELETE /api/push-subscriptions',
});

const DEVICE = ['alerts-on-this-device'];

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
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isOn: boolean): Promise<DeviceState> =>
      isOn ? turnOn(userId, calls) : turnOff(calls),
    onSettled: () => client.invalidateQueries({ queryKey: DEVICE }),
  });
}

/** Ends the alerts on this device with the session, as far as the server and the browser can be asked. */
export async function stopDeviceAlerts(): Promise<void> {
  // A browser without notifications has none to end, and signing out waits for nothing else.
  await turnOff(calls).catch(() => undefined);
}
