import { expect, test } from 'vitest';
import type { LogStatus } from './contract.ts';
import { standsOver } from './log-conflict.ts';

const EIGHT = new Date('2026-03-10T12:00:00Z');
const NINE = new Date('2026-03-10T13:00:00Z');

type Row = [said: LogStatus, at: 8 | 9, standing: LogStatus, by: 'person' | 'itself', since: 8 | 9];

const notes = '';

const timeOf = (hour: 8 | 9) => (hour === 8 ? EIGHT : NINE);

const verdict = ([status, at, standing, by, since]: Row) =>
  standsOver(
    { status, notes, at: timeOf(at) },
    { status: standing, notes, at: timeOf(since), isByItself: by === 'itself' },
  );

test.each<Row>([
  // The sweep marked it missed, or it waits by itself: what a person said stands.
  ['taken', 8, 'missed', 'itself', 9],
  ['skipped', 8, 'missed', 'itself', 9],
  ['missed', 8, 'missed', 'itself', 9],
  ['missed', 9, 'missed', 'itself', 8],
  ['pending', 8, 'missed', 'itself', 9],
  ['taken', 8, 'pending', 'itself', 9],
  ['taken', 9, 'missed', 'itself', 8],
  // The last word stands, whoever said it.
  ['taken', 9, 'skipped', 'person', 8],
  ['taken', 9, 'missed', 'person', 8],
  ['skipped', 9, 'taken', 'person', 8],
  ['pending', 9, 'taken', 'person', 8],
  // Said in the same instant: what is heard last.
  ['pending', 8, 'taken', 'person', 8],
  // It was taken, and only waits again because nobody knew.
  ['taken', 8, 'pending', 'person', 9],
])('%s pressed at %d stands over %s by %s at %d', (...row) => {
  expect(verdict(row)).toBe(true);
});

test.each<Row>([
  // A caregiver's later correction stays.
  ['taken', 8, 'skipped', 'person', 9],
  ['taken', 8, 'missed', 'person', 9],
  ['taken', 8, 'taken', 'person', 9],
  ['skipped', 8, 'taken', 'person', 9],
  ['missed', 8, 'taken', 'person', 9],
  ['pending', 8, 'taken', 'person', 9],
  // What waits again is asked for again, unless it was taken.
  ['skipped', 8, 'pending', 'person', 9],
  ['missed', 8, 'pending', 'person', 9],
  // It is said already.
  ['missed', 9, 'missed', 'person', 8],
  ['missed', 8, 'missed', 'person', 8],
  ['taken', 9, 'taken', 'person', 8],
  ['pending', 9, 'pending', 'person', 8],
])('%s pressed at %d does not stand over %s by %s at %d', (...row) => {
  expect(verdict(row)).toBe(false);
});

test('the same with another note stands as any other word does', () => {
  const said = { status: 'skipped', notes: 'Felt sick', at: NINE } as const;
  const standing = { ...said, notes, at: EIGHT, isByItself: false };
  expect(standsOver(said, standing)).toBe(true);
  expect(standsOver({ ...said, at: EIGHT }, { ...standing, at: NINE })).toBe(false);
});
