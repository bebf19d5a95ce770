import { keepHere, keptHere } from '#kit/web/kept-here.ts';
import { registerWorker } from '#kit/web/worker.ts';

/** How alerts stand on this device. */
export type DeviceState = 'unsupported' | 'refused' | 'off' | 'on';

interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** What the server is told and asked. */
interface AlertServer {
  pushKey(): Promise<{ publicKey: string }>;
  subscribe(input: { body: Subscription }): Promise<unknown>;
  unsubscribe(input: { body: { endpoint: string } }): Promise<unknown>;
}

/**
 * Whose alerts this device shows: somebody else who signs in on it did not ask for any. Where it cannot
 * be kept the switch looks off, and turning it on again does no harm.
 */
const PLACE = 'alerts-on-this-device';

/** How the alerts of that person stand here. */
export async function stateOf(userId: string): Promise<DeviceState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'refused';
  return (await subscriptionHere()) && keptHere(PLACE) === userId ? 'on' : 'off';
}

/** Asks the person, then the browser, then tells the server. */
export async function turnOn(userId: string, server: AlertServer): Promise<DeviceState> {
  if (!isSupported()) return 'unsupported';
  // Before anything else: a browser asks only at once after a press.
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'refused' : 'off';
  const { publicKey } = await server.pushKey();
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  // An old one may be of another key, or of somebody else.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  await server.subscribe({ body: asBody(made) });
  keepHere(PLACE, userId);
  return 'on';
}

/** Tells the server, then the browser; what the browser has forgotten the server forgets by itself. */
export async function turnOff(server: AlertServer): Promise<DeviceState> {
  const subscription = await subscriptionHere();
  if (subscription) {
    await server.unsubscribe({ body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  keepHere(PLACE, undefined);
  return 'off';
}

/** Not on a page that is not secure, and on iPhones and iPads only from the Home Screen. */
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
