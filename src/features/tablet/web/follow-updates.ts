import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { missingIn, type NeedsQuestion } from '#platform/shared/page-needs.ts';
import { registerWorker, TAKE_OVER } from '#platform/web/worker.ts';

/** Interval in milliseconds of the check whether an update may be applied. */
const LOOK_MS = MINUTE_MS;

/**
 * Delay in milliseconds before a waiting worker is activated. Pending requests are answered in this
 * time, and an idle old worker is replaced at once; a busy one would be replaced much later.
 */
const REST_MS = 10_000;

/** Interval in milliseconds of the check for a new build. */
const ASK_MS = HOUR_MS;

/**
 * Registers the service worker and checks for updates. When `mayTake` returns true, a waiting
 * worker is activated and the page reloaded. Returns a function that stops this.
 */
export function followUpdates(mayTake: () => boolean): () => void {
  // Not available on an insecure page; not used in development, where files must not be cached.
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return () => undefined;
  const { serviceWorker } = navigator;
  let registration: ServiceWorkerRegistration | undefined;
  let hadWorker = serviceWorker.controller !== null;
  let isReplaced = false;
  let isTaking = false;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const noteChange = () => {
    if (isTaking && mayTake()) window.location.reload();
    // The activation of the first worker is no update. A later worker may have been activated by
    // another tab.
    isReplaced = hadWorker;
    hadWorker = true;
  };
  const look = () => {
    const waiting = registration?.waiting;
    if ((!waiting && !isReplaced) || !mayTake()) return;
    // Reloads without waiting for the old worker, which may stay busy for minutes: the new page is
    // loaded from the server.
    if (!waiting || isTaking) return window.location.reload();
    isTaking = true;
    rest = setTimeout(() => {
      if (mayTake()) waiting.postMessage(TAKE_OVER);
      else isTaking = false;
    }, REST_MS);
  };
  const ask = () => {
    // A failure is ignored: without a connection, the next interval tries again.
    registration?.update().catch(() => undefined);
  };

  registerWorker().then(
    (made) => {
      registration = made;
    },
    // A refusal of the browser is ignored: the page works without a worker.
    () => undefined,
  );
  serviceWorker.addEventListener('controllerchange', noteChange);
  serviceWorker.addEventListener('message', answerNeeds);
  const timers = [setInterval(look, LOOK_MS), setInterval(ask, ASK_MS)];
  return () => {
    serviceWorker.removeEventListener('controllerchange', noteChange);
    serviceWorker.removeEventListener('message', answerNeeds);
    for (const timer of timers) clearInterval(timer);
    clearTimeout(rest);
  };
}

/**
 * Checks features of the browser for a worker that is being installed, because a worker has no
 * access to the objects of a page.
 */
function answerNeeds({ data, ports }: MessageEvent<NeedsQuestion>): void {
  ports[0]?.postMessage(missingIn(window, data.needs));
}
