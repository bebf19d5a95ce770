import { expect, test } from 'vitest';
import { eldersToTell, ownerName } from './elders.ts';

const person = (id: string, firstName: string, role: 'user' | 'admin' = 'user') => ({
  id,
  role,
  firstName,
  lastName: `Of ${id}`,
});

const ROSE = person('1', 'Rose');
const HANK = person('2', 'Hank');
const OTHER_ROSE = person('3', 'Rose');
const ANNA = person('4', 'Anna', 'admin');

test.each([
  ['no elders', [ANNA], []],
  ['one elder', [ANNA, ROSE], []],
  ['two elders', [ANNA, ROSE, HANK], ['1', '2']],
])('eldersToTell returns the choices among %s', (_, people, ids) => {
  expect(eldersToTell(people).map(({ id }) => id)).toEqual(ids);
});

test.each([
  ['1', [ROSE, HANK], 'Rose'],
  ['1', [ROSE, OTHER_ROSE], 'Rose Of 1'],
  [null, [ROSE, HANK], 'Everyone'],
  ['gone', [ROSE, HANK], 'Everyone'],
])('whoseMessage of %s among them is %s', (id, people, words) => {
  expect(ownerName(id, eldersToTell(people))).toBe(words);
});
