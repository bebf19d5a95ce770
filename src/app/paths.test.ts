import { expect, it } from 'vitest';
import { isElderPath } from './elder-paths.ts';
import { isApplicationPath, landingPath, TODAY_PATH } from './paths.ts';

it.each([
  ['/', true, true],
  ['/my-day', true, true],
  ['/my-day/', true, true],
  ['/photos', true, true],
  ['/watch', true, true],
  ['/activity/watch', true, true],
  ['/activity', true, true],
  ['/admin', true, false],
  ['/photo-albums', true, false],
  ['/pair', true, false],
  ['/auth', true, false],
  ['/activity/', true, true],
  ['/activity/watch/1', false, false],
  ['/users', true, false],
  ['/households', true, false],
  ['/households/new', true, false],
  ['/households/1', false, false],
  ['/calendar', true, false],
  ['/medications', true, false],
  ['/home-buttons', true, false],
  ['/settings', true, false],
  ['/fitting', true, false],
  ['/analytics', true, false],
  ['/admin/analytics', true, false],
  ['/subscription', true, false],
  ['/subscription-expired', true, false],
  ['/admin-signup', true, false],
  ['/forgot-password', true, false],
  ['/reset-password', true, false],
  ['/alert-received', true, false],
  ['/alert', true, false],
  ['/confirm-email', true, false],
  ['/cancel-email-change', true, false],
  ['/admin/users', false, false],
  ['//', false, false],
  ['/photos/1', false, false],
  ['/nowhere', false, false],
])('%s is a screen: %s, and an elder’s: %s', (path, isScreen, isElders) => {
  expect(isApplicationPath(path)).toBe(isScreen);
  expect(isElderPath(path)).toBe(isElders);
});

it('administrators on a phone land on Today, all others on the main screen', () => {
  const landings = (['user', 'admin', 'super_admin'] as const).map((role) => [
    landingPath({ role }, true),
    landingPath({ role }, false),
  ]);
  expect(landings).toEqual([
    ['/', '/'],
    [TODAY_PATH, '/'],
    [TODAY_PATH, '/'],
  ]);
});
