import { alertPath, noticeIn, pathOf, takenNotice, tokenOf } from '#features/alerts/web/notice.ts';
import {
  answerFromShell,
  askAhead,
  dropOtherShells,
  fetchShell,
} from '#features/tablet/worker/shell.ts';
import { cachedPicture } from '#kit/web/offline/cached-picture.ts';
import { TAKE_OVER } from '#kit/web/worker.ts';
import { isElderPath } from './elder-paths.ts';

// Opens the elder's screens without a network, and shows what the server pushes, also while no page
// is open. What the server answers to the calls of a page never passes through here.
declare const self: ServiceWorkerGlobalScope;

const TAKE_IT = 'take-over';

// A new one waits until it is told, or until no page of the old one is open.
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
  // Where a notification has no buttons, the page that it opens has the one.
  event.waitUntil(openPage(token === '' || hasButtons() ? pathOf(path) : alertPath(token)));
});

/** Takes the alert over without a session, and shows who has it then; or the page, where that fails. */
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

/** TypeScript's library does not know the buttons of a notification. */
interface WithButtons extends NotificationOptions {
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
}

function show(title: string, options: WithButtons): Promise<void> {
  return self.registration.showNotification(title, options);
}

/** Shows the page, in a window that is open already if there is one. */
async function openPage(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  if (there) {
    await there.focus();
    return;
  }
  await self.clients.openWindow(path);
}
