import { expect, test } from 'vitest';
import { householdName } from './household-name.ts';

test.each([
  [[], 'GA-100001'],
  [[''], 'GA-100001'],
  [['Ann'], 'Ann'],
  [['Tom', 'Ann'], 'Ann and Tom'],
  [['Cid', 'Ann', 'Ben'], 'Ann, Ben and Cid'],
  [['Cid', 'Ann', 'Ben', 'Dan'], 'Ann, Ben and 2 more'],
])('a household with %j is called %s', (names, called) => {
  const people = names.map((name) => ({ name }));
  expect(householdName(people, 'GA-100001')).toBe(called);
});
