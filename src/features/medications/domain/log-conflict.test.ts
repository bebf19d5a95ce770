import { expect, test } from 'vitest';
import type { LogStatus } from '../contract.ts';
import { takesPrecedence } from './log-conflict.ts';

const EIGHT = new Date('2026-03-10T12:00:00Z');
const NINE = new Date('2026-03-10T13:00:00Z');

type Row = [said: LogStatus, at: 8 | 9, standing: LogStatus, by: 'person' | 'itself', since: 8 | 9];

const notes = '';

const timeOf = (hour: 8 | 9) => (hour === 8 ? EIGHT : NINE);

const verdict = ([status, at, standing, by, since]: Row) =>
  takesPrecedence(
    { status, notes, at: timeOf(at) },
    { status: standing, notes, at: timeOf(since), isByItself: by === 'itself' },
  );

test.each<Row>([
  // If the server set the current status without a person (missed or pending), a person's answer
  // replaces it.
  ['taken', 8, 'missed', 'itself', 9],
  ['skipped', 8, 'missed', 'itself', 9],
  ['missed', 8, 'missed', 'itself', 9],
  ['missed', 9, 'missed', 'itself', 8],
  ['pending', 8, 'missed', 'itself', 9],
  ['taken', 8, 'pending', 'itself', 9],
  ['taken', 9, 'missed', 'itself', 8],
  // The later answer wins, regardless of the person.
  ['taken', 9, 'skipped', 'person', 8],
  ['taken', 9, 'missed', 'person', 8],
  ['skipped', 9, 'taken', 'person', 8],
  ['pending', 9, 'taken', 'person', 8],
  // If both answers have the same instant, the one received last wins.
  ['pending', 8, 'taken', 'person', 8],
  // An earlier "taken" replaces a pending state: the person who undid another answer did not know
  // that the dose had been taken.
  ['taken', 8, 'pending', 'person', 9],
])('an answer %s pressed at %d replaces %s by %s at %d', (...row) => {
  expect(verdict(row)).toBe(true);
});

test.each<Row>([
  // A later correction by a caregiver remains.
  ['taken', 8, 'skipped', 'person', 9],
  ['taken', 8, 'missed', 'person', 9],
  ['taken', 8, 'taken', 'person', 9],
  ['skipped', 8, 'taken', 'person', 9],
  ['missed', 8, 'taken', 'person', 9],
  ['pending', 8, 'taken', 'person', 9],
  // If an answer is undone, the dose is asked for again, unless it had been taken.
  ['skipped', 8, 'pending', 'person', 9],
  ['missed', 8, 'pending', 'person', 9],
  // Repeating an answer changes nothing.
  ['missed', 9, 'missed', 'person', 8],
  ['missed', 8, 'missed', 'person', 8],
  ['taken', 9, 'taken', 'person', 8],
  ['pending', 9, 'pending', 'person', 8],
])('an answer %s pressed at %d does not replace %s by %s at %d', (...row) => {
  expect(verdict(row)).toBe(false);
});

test('an answer with the same status but another note follows the same rule of the later answer', () => {
  const said = { status: 'skipped', notes: 'Felt sick', at: NINE } as const;
  const standing = { ...said, notes, at: EIGHT, isByItself: false };
  expect(takesPrecedence(said, standing)).toBe(true);
  expect(takesPrecedence({ ...said, at: EIGHT }, { ...standing, at: NINE })).toBe(false);
});
