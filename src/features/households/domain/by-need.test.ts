import { expect, it } from 'vitest';
import type { Household } from '../contract.ts';
import { householdsByNeed } from './by-need.ts';

const household = (name: string, answer?: Household['people'][number]['answer']): Household => ({
  id: name,
  accountNumber: `GA-${name}`,
  role: 'admin',
  isPresent: false,
  name,
  isExpired: answer === undefined,
  timezone: 'UTC',
  timezoneOffsets: [],
  people: answer === undefined ? [] : [{ name, answer, since: null }],
  nextDoseAt: null,
});

it('households are sorted by urgency, then by name, and expired ones come last', () => {
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
