import { expect, it } from 'vitest';
import { isApplicationPath, isElderPath } from './paths.ts';

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
  ['/photos/1', false, false],
  ['/nowhere', false, false],
])('%s is a screen: %s, and an elder’s: %s', (path, isScreen, isElders) => {
  expect(isApplicationPath(path)).toBe(isScreen);
  expect(isElderPath(path)).toBe(isElders);
});
