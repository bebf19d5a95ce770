import { HOUR_MS, MINUTE_MS } from '#kit/shared/durations.ts';
import { missingIn, type NeedsQuestion } from '#kit/shared/page-needs.ts';
import { registerWorker, TAKE_OVER } from '#kit/web/worker.ts';

/** Whether an update may be taken now is looked at this often, in milliseconds. */
const LOOK_MS = MINUTE_MS;

/**
 * What was asked for in the same moment is answered after this, in milliseconds: a worker at rest is
 * exchanged at once, a busy one much later.
 */
const REST_MS = 10_000;

/** The server is asked for a new build this often, in milliseconds. */
const ASK_MS = HOUR_MS;

/**
 * Installs the worker and asks for new ones. One that waits takes over when `mayTake` says so, and
 * the page is loaded anew with it. Returns what ends this.
 */
export function followUpdates(mayTake: () => boolean): () => void {
  // Not on a page that is not secure; and the sources that are being worked on are never kept.
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return () => undefined;
  const { serviceWorker } = navigator;
  let registration: ServiceWorkerRegistration | undefined;
  let hadWorker = serviceWorker.controller !== null;
  let isReplaced = false;
  let isTaking = false;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const noteChange = () => {
    if (isTaking && mayTake()) window.location.reload();
    // The first worker brings nothing new; a later one may have been let in by another tab.
    isReplaced = hadWorker;
    hadWorker = true;
  };
  const look = () => {
    const waiting = registration?.waiting;
    if ((!waiting && !isReplaced) || !mayTake()) return;
    // The old worker may not come to rest for minutes: the page need not wait for that, since it
    // comes from the server.
    if (!waiting || isTaking) return window.location.reload();
    isTaking = true;
    rest = setTimeout(() => {
      if (mayTake()) waiting.postMessage(TAKE_OVER);
      else isTaking = false;
    }, REST_MS);
  };
  const ask = () => {
    // Without a connection it is asked again later.
    registration?.update().catch(() => undefined);
  };

  registerWorker().then(
    (made) => {
      registration = made;
    },
    // A browser that refuses: the page works as it did before there was a worker.
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

/** Answers a worker that is being installed and cannot see a page's objects itself. */
function answerNeeds({ data, ports }: MessageEvent<NeedsQuestion>): void {
  ports[0]?.postMessage(missingIn(window, data.needs));
}
