import { describe, expect, test } from 'vitest';
import type { MedicationLog } from '../../contract.ts';
import { attemptMessage, dueMessage, entryMessage, logDays } from './log-messages.ts';

const NEW_YORK = 'America/New_York';

const LOG: MedicationLog = {
  id: 'l',
  medicationId: 'm',
  scheduledTime: '2026-03-09T12:00:00.000Z',
  status: 'taken',
  notes: '',
  late: false,
  beyondLimit: false,
  loggedAt: '2026-03-09T12:03:00.000Z',
  loggedBy: 'Ada',
  medication: { name: 'Metformin', dosage: '' },
};

describe('the text of a log entry (entryMessage)', () => {
  test.each<[Partial<MedicationLog>, string]>([
    [{}, 'Taken at 8:03 AM by Ada'],
    [{ late: true, loggedAt: '2026-03-09T13:40:00Z' }, 'Taken late at 9:40 AM by Ada'],
    [{ status: 'skipped' }, 'Skipped at 8:03 AM by Ada'],
    [{ status: 'missed' }, 'Marked as missed at 8:03 AM by Ada'],
    [{ status: 'missed', loggedBy: null }, 'Missed, noticed by the server'],
    [{ status: 'pending' }, 'Taken back at 8:03 AM by Ada'],
    [{ loggedBy: null }, 'Taken at 8:03 AM'],
    [{ beyondLimit: true }, 'Taken at 8:03 AM by Ada, one too many'],
    [{ loggedBy: '' }, 'Taken at 8:03 AM'],
  ])('entryMessage describes the log %j', (more, words) => {
    expect(entryMessage({ ...LOG, ...more }, NEW_YORK)).toBe(words);
  });
});

test.each([
  ['2026-03-09T12:03:00Z', '8:00 AM'],
  // 11:59 PM in New York, the next day in UTC.
  ['2026-03-10T03:59:00Z', '8:00 AM'],
  ['2026-03-10T04:00:00Z', 'Mar 9, 2026, 8:00 AM'],
])('a dose logged at %s is shown as due at %s', (loggedAt, words) => {
  expect(dueMessage({ ...LOG, loggedAt }, NEW_YORK)).toBe(words);
});

test.each([
  ['Ada', 'Chrome on Android', 'Mar 9, 2026, 8:03 AM, by Ada, on Chrome on Android'],
  ['Ada', '', 'Mar 9, 2026, 8:03 AM, by Ada'],
  [null, '', 'Mar 9, 2026, 8:03 AM, by the server'],
  [null, 'Chrome on Android', 'Mar 9, 2026, 8:03 AM, on Chrome on Android'],
])('attemptMessage of %s on %j', (by, deviceName, words) => {
  const attempt = { status: 'taken', notes: '', at: LOG.loggedAt, by, deviceName } as const;
  expect(attemptMessage(attempt, NEW_YORK)).toBe(words);
});

test('a dose beyond the limit ends with "one too many"', () => {
  expect(entryMessage({ ...LOG, beyondLimit: true }, 'America/New_York')).toMatch(
    /^Taken at .* by .*, one too many$/,
  );
});

test('logDays groups the entries by the day on which they were logged', () => {
  const at = (loggedAt: string) => ({ ...LOG, id: loggedAt, loggedAt });
  const days = logDays(
    [
      at('2026-03-10T04:30:00Z'),
      at('2026-03-10T03:30:00Z'),
      at('2026-03-09T12:00:00Z'),
      at('2026-03-06T12:00:00Z'),
      at('2025-12-31T12:00:00Z'),
    ],
    new Date('2026-03-10T12:00:00Z'),
    NEW_YORK,
  );
  expect(days.map(({ title, logs }) => [title, logs.length])).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['Friday, March 6', 1],
    ['Wednesday, December 31, 2025', 1],
  ]);
});
