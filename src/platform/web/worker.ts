/** Message from the page by which a waiting service worker activates itself. */
export const TAKE_OVER = 'take over';

/** Registers the service worker, which shows push messages and opens screens offline. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/service-worker.js');
}
