import { expect, it } from 'vitest';
import { pushServiceEndpoint, wayTo } from './push-services.ts';

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-by3p.notify.windows.com/w/?token=abc',
])('%s is accepted as a push service', (endpoint) => {
  expect(pushServiceEndpoint(endpoint)).toBe(endpoint);
});

it.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evilfcm.googleapis.com/x',
  'https://evil-push.apple.com.example/x',
  'https://notify.windows.com/x',
  'https://user:password@fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://127.0.0.1/x',
  'https://localhost/x',
  'https://[::1]/x',
  'https://fcm.googleapis.com@127.0.0.1/x',
  `https://fcm.googleapis.com/${'x'.repeat(2000)}`,
  'fcm.googleapis.com',
])('%s is not accepted as a push service', (endpoint) => {
  expect(pushServiceEndpoint(endpoint)).toBeUndefined();
});

it('an endpoint is stored in its normalized spelling', () => {
  const odd = 'HTTPS://FCM.googleapis.com:443/fcm/../fcm/send/é';
  expect(pushServiceEndpoint(odd)).toBe('https://fcm.googleapis.com/fcm/send/%C3%A9');
});

it.each([
  ['https://fcm.googleapis.com/fcm/send/abc:def', 'fcm.googleapis.com'],
  ['https://wns2-by3p.notify.windows.com/w/?token=abc', '.notify.windows.com'],
  ['https://push.example.com/abc', ''],
  ['no address', ''],
])('a message to %s uses the lane "%s"', (endpoint, lane) => {
  expect(wayTo({ id: 'id', endpoint })).toEqual({ kind: 'push', recipient: 'id', lane });
});
