/** What the page says to a worker that waits: its turn has come. */
export const TAKE_OVER = 'take over';

/** Installs the worker, which shows what is pushed and opens the screens without a network. */
export function registerWorker(): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register('/service-worker.js');
}
