import { noticeIn, pathOf } from '#features/alerts/web/notice.ts';
import { answerFromShell, dropOtherShells, fetchShell } from '#features/tablet/worker/shell.ts';
import { cachedPicture } from '#kit/web/offline/cached-picture.ts';
import { TAKE_OVER } from '#kit/web/worker.ts';
import { isElderPath } from './paths.ts';

// Opens the elder's screens without a network, and shows what the server pushes, also while no page
// is open. What the server answers to `/api/` never passes through here.
declare const self: ServiceWorkerGlobalScope;

// A new one waits until it is told, or until no page of the old one is open.
self.addEventListener('install', (event) => event.waitUntil(fetchShell()));

self.addEventListener('activate', (event) =>
  event.waitUntil(dropOtherShells().then(() => self.clients.claim())),
);

self.addEventListener('message', (event) => {
  if (event.data === TAKE_OVER) void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const answer = cachedPicture(event.request) ?? answerFromShell(event.request, isElderPath);
  if (answer !== undefined) event.respondWith(answer);
});

self.addEventListener('push', (event) => {
  const { title, body, tag, path } = noticeIn(event.data?.text() ?? '');
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: { path } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(pathOf(event.notification.data?.path)));
});

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
