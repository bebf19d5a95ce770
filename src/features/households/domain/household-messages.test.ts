import { expect, it } from 'vitest';
import type { Household } from '../contract.ts';
import {
  householdMessage,
  nextDoseMessage,
  overviewMessage,
  toneOf,
} from './household-messages.ts';

const NOW = new Date('2026-03-10T17:30:00Z');

function household(changed: Partial<Household> = {}): Household {
  return {
    ...{ id: 'a', accountNumber: 'GA-100001', role: 'admin', isPresent: false, name: 'Ann' },
    ...{ isExpired: false, timezone: 'America/New_York', timezoneOffsets: [], nextDoseAt: null },
    people: [{ name: 'Ann', answer: 'all-right', since: null }],
    ...changed,
  };
}

const overdue = { name: 'Ann', answer: 'overdue', since: '2026-03-10T16:00:00Z' } as const;
const well = { name: 'Tom', answer: 'all-right', since: null } as const;

it("householdMessage names the most urgent elder and the start in the household's time zone", () => {
  expect(householdMessage(household(), NOW)).toBe('All right so far.');
  expect(householdMessage(household({ people: [overdue] }), NOW)).toBe(
    'A dose is overdue, since 12:00 PM.',
  );
  expect(householdMessage(household({ people: [overdue, well] }), NOW)).toBe(
    'Ann: a dose is overdue, since 12:00 PM.',
  );
  expect(householdMessage(household({ people: [well, well] }), NOW)).toBe(
    'Everybody is all right so far.',
  );
  expect(householdMessage(household({ people: [], isExpired: true }), NOW)).toBe(
    'Its subscription has expired.',
  );
});

it('toneOf returns the tone of the most urgent elder, and quiet if nothing is known', () => {
  expect(toneOf(household({ people: [overdue, well] }))).toBe('alarm');
  expect(toneOf(household({ people: [], isExpired: true }))).toBe('quiet');
});

it('nextDoseMessage and overviewMessage describe the next dose and the number of urgent households', () => {
  expect(nextDoseMessage(household({ nextDoseAt: '2026-03-11T00:00:00Z' }))).toBe(
    'Next dose: 8:00 PM',
  );
  expect(nextDoseMessage(household())).toBe('No more doses today');
  expect(overviewMessage([household(), household({ people: [overdue] })])).toBe(
    '1 of 2 households needs somebody.',
  );
  expect(overviewMessage([household(), household()])).toBe('Nobody needs you in 2 households.');
});
