import { expect, it } from 'vitest';
import { householdName, householdsByNeed } from './by-need.ts';
import type { Household } from './contract.ts';

const household = (name: string, answer?: Household['people'][number]['answer']): Household => ({
  id: name,
  accountNumber: `GA-${name}`,
  role: 'admin',
  isPresent: false,
  name,
  isExpired: answer === undefined,
  timezone: 'UTC',
  people: answer === undefined ? [] : [{ name, answer, since: null }],
  nextDoseAt: null,
});

it('households stand by who needs somebody, then by name, and closed ones last', () => {
  const all = [
    household('Closed'),
    household('Zoe', 'all-right'),
    household('Ben', 'overdue'),
    household('Ann', 'all-right'),
    household('Tom', 'tablet-silent'),
  ];
  const names = householdsByNeed(all).map(({ name }) => name);
  expect(names).toEqual(['Ben', 'Tom', 'Ann', 'Zoe', 'Closed']);
});

it.each([
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
