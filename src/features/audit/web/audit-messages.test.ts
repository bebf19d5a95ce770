import { expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../actions.ts';
import { AUDIT_ACTIONS_IN_WORDS } from './audit-filter.ts';
import { sourceMessage } from './audit-messages.ts';

test('every action that is noted can be chosen', () => {
  expect(AUDIT_ACTIONS_IN_WORDS.map(({ value }) => value)).toEqual(['all', ...AUDIT_ACTIONS]);
});

test.each([
  [
    { personName: 'Maria Carter', deviceName: 'Chrome on Android', address: '192.0.2.7' },
    'By Maria Carter, on Chrome on Android, from 192.0.2.7',
  ],
  [{ personName: '', deviceName: '', address: '192.0.2.7' }, 'From 192.0.2.7'],
  [{ personName: 'Maria Carter', deviceName: '', address: '' }, 'By Maria Carter'],
  [{ personName: '', deviceName: '', address: '' }, ''],
])('who did it and from where says what is known', (entry, words) => {
  expect(sourceMessage(entry)).toBe(words);
});
