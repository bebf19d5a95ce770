import { expect, test } from 'vitest';
import { findDuplicate } from './find-duplicate.ts';

const THERE = {
  id: '1',
  name: 'Lisinopril',
  times: ['08:00', '20:00'],
  isActive: true,
  userId: 'a',
};

test.each([
  ['the same name and a shared time', {}, '08:00'],
  ['the name with other case and spaces', { name: ' LISINOPRIL ' }, '08:00'],
  ['only one shared time', { times: ['12:00', '20:00'] }, '20:00'],
  ['wanted for everyone', { userId: 'system' }, '08:00'],
  ['not for another person', { userId: 'b' }, undefined],
  ['not at another time', { times: ['09:00'] }, undefined],
  ['not without a time', { times: [] }, undefined],
  ['not by another name', { name: 'Lisinopril plus' }, undefined],
  ['not for a paused entry', { isActive: false }, undefined],
])('alreadyThere finds the matching active medication: %s', (_, wanted, time) => {
  expect(findDuplicate({ ...THERE, ...wanted }, [THERE])?.time).toBe(time);
});

test('a paused medication is never found as already there', () => {
  expect(findDuplicate(THERE, [{ ...THERE, isActive: false }])).toBeUndefined();
});
