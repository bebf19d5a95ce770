import { expect, test } from 'vitest';
import { ACTION_WORDS, AUDIT_ACTIONS } from '../domain/actions.ts';
import { sourceMessage } from './audit-messages.ts';

test('each audited action has a label', () => {
  expect(Object.keys(ACTION_WORDS)).toEqual(AUDIT_ACTIONS);
});

test.each([
  [
    { personName: 'Maria Carter', deviceName: 'Chrome on Android', address: '192.0.2.7' },
    'By Maria Carter, on Chrome on Android, from 192.0.2.7',
  ],
  [{ personName: '', deviceName: '', address: '192.0.2.7' }, 'From 192.0.2.7'],
  [{ personName: 'Maria Carter', deviceName: '', address: '' }, 'By Maria Carter'],
  [{ personName: '', deviceName: '', address: '' }, ''],
])('the source names the known parts of person, device and address', (entry, words) => {
  expect(sourceMessage(entry)).toBe(words);
});
