import { readLocal, writeLocal } from '#platform/web/local-values.ts';
import { registerWorker } from '#platform/web/worker.ts';

export type DeviceState = 'unsupported' | 'refused' | 'off' | 'on';

interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

interface AlertServer {
  pushKey(): Promise<{ publicKey: string }>;
  subscribe(input: { body: Subscription }): Promise<unknown>;
  unsubscribe(input: { body: { endpoint: string } }): Promise<unknown>;
}

/**
 * Storage key of the user whose alerts this device shows. It is stored because another person who
 * signs in here has not subscribed. Without storage the switch shows "off"; turning it on again is
 * harmless.
 */
const PLACE = 'alerts-on-this-device';

export async function stateOf(userId: string): Promise<DeviceState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'refused';
  return (await subscriptionHere()) && readLocal(PLACE) === userId ? 'on' : 'off';
}

/**
 * Asks for permission, subscribes in the browser, then registers the subscription on the server.
 */
export async function turnOn(userId: string, server: AlertServer): Promise<DeviceState> {
  if (!isSupported()) return 'unsupported';
  // The permission is requested first: a browser shows the permission prompt only directly after a
  // press.
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'refused' : 'off';
  const { publicKey } = await server.pushKey();
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  // An existing subscription is removed first, because it may have another key or belong to another
  // person.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  await server.subscribe({ body: asBody(made) });
  writeLocal(PLACE, userId);
  return 'on';
}

/**
 * Unsubscribes on the server, then in the browser. The server deletes a subscription itself once
 * its push service reports it as gone.
 */
export async function turnOff(server: AlertServer): Promise<DeviceState> {
  const subscription = await subscriptionHere();
  if (subscription) {
    await server.unsubscribe({ body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  writeLocal(PLACE, undefined);
  return 'off';
}

/** False on an insecure page, and on iPhones and iPads outside of the Home Screen app. */
function isSupported(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function asBody(subscription: PushSubscription): Subscription {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh, auth } };
}
