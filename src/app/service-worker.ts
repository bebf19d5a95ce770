import { alertPath, noticeIn, pathOf, takenNotice, tokenOf } from '#features/alerts/web/notice.ts';
import {
  answerFromShell,
  askAhead,
  dropOtherShells,
  fetchShell,
} from '#features/tablet/worker/shell.ts';
import { cachedPicture } from '#platform/web/offline/cached-picture.ts';
import { TAKE_OVER } from '#platform/web/worker.ts';
import { isElderPath } from './elder-paths.ts';

// The service worker: opens the elder's screens offline and shows push notifications, even without
// an open page. It never handles requests to the API.
declare const self: ServiceWorkerGlobalScope;

const TAKE_IT = 'take-over';

// A new version of the worker becomes active when a page sends `TAKE_OVER`, or when no page of the
// old version is open.
self.addEventListener('install', (event) => event.waitUntil(fetchShell()));

self.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([askAhead(self.registration), dropOtherShells()]).then(() => self.clients.claim()),
  ),
);

self.addEventListener('message', (event) => {
  if (event.data === TAKE_OVER) void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const answer = cachedPicture(event.request) ?? answerFromShell(event, isElderPath);
  if (answer !== undefined) event.respondWith(answer);
});

self.addEventListener('push', (event) => {
  const { title, body, tag, path, takeOver, isQuiet } = noticeIn(event.data?.text() ?? '');
  event.waitUntil(
    show(title, {
      ...{ body, tag, silent: isQuiet, data: { path, takeOver, tag } },
      ...(takeOver !== '' && { actions: [{ action: TAKE_IT, title: 'I’ve got it' }] }),
    }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path, takeOver, tag } = event.notification.data ?? {};
  const token = tokenOf(takeOver);
  if (event.action === TAKE_IT && token !== '') {
    event.waitUntil(takeIt(token, String(tag)));
    return;
  }
  // If the browser does not support notification buttons, the opened page offers the action of the
  // notification.
  event.waitUntil(openPage(token === '' || hasButtons() ? pathOf(path) : alertPath(token)));
});

/**
 * Acknowledges an alert without a session and shows a notification with the assignee. Opens the
 * page if that fails.
 */
async function takeIt(token: string, tag: string): Promise<void> {
  const notice = await fetch(`/api/alerts/links/${token}`, { method: 'POST', credentials: 'omit' })
    .then(async (answer) => takenNotice(await answer.json()))
    .catch(() => undefined);
  if (notice === undefined) return openPage(alertPath(token));
  const data = { path: '/medications', tag };
  return show(notice.title, { body: notice.body, tag, silent: true, data });
}

function hasButtons(): boolean {
  return 'maxActions' in Notification && Number(Notification.maxActions) > 0;
}

/** TypeScript's types lack the buttons of notifications. */
interface WithButtons extends NotificationOptions {
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
}

function show(title: string, options: WithButtons): Promise<void> {
  return self.registration.showNotification(title, options);
}

/** Focuses an open window with this path, or opens a new one. */
async function openPage(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  if (there) {
    await there.focus();
    return;
  }
  await self.clients.openWindow(path);
}
