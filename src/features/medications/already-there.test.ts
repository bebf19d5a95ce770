import { expect, test } from 'vitest';
import { alreadyThere } from './already-there.ts';

const THERE = {
  id: '1',
  name: 'Lisinopril',
  times: ['08:00', '20:00'],
  isActive: true,
  userId: 'a',
};

test.each([
  ['the same', {}, '08:00'],
  ['in other letters', { name: ' LISINOPRIL ' }, '08:00'],
  ['one of its times', { times: ['12:00', '20:00'] }, '20:00'],
  ['for everyone', { userId: 'system' }, '08:00'],
  ['for somebody else', { userId: 'b' }, undefined],
  ['at another time', { times: ['09:00'] }, undefined],
  ['without a time', { times: [] }, undefined],
  ['by another name', { name: 'Lisinopril plus' }, undefined],
  ['paused', { isActive: false }, undefined],
])('alreadyThere finds the matching active medication: %s', (_, wanted, time) => {
  expect(alreadyThere({ ...THERE, ...wanted }, [THERE])?.time).toBe(time);
});

test('a paused medication is never found as already there', () => {
  expect(alreadyThere(THERE, [{ ...THERE, isActive: false }])).toBeUndefined();
});
