import { noticeIn, pathOf } from '#features/alerts/web/notice.ts';

// Shows what the server pushes, also while no page is open. It keeps no files: pages load as ever.
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

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
