import { expect, test } from 'vitest';
import { activityMessage, scheduleMessage } from './medication-messages.ts';

test.each([
  ['daily', ['10:45'], 'Once Daily at 10:45 AM'],
  ['twice_daily', ['12:00', '20:00'], 'Twice Daily at 12:00 PM, 8:00 PM'],
  ['weekly', ['08:00'], 'Weekly on Sundays at 8:00 AM'],
  ['as_needed', [], 'As Needed'],
] as const)('scheduleMessage describes the frequency %s', (frequency, times, words) => {
  expect(scheduleMessage({ frequency, times: [...times], startDate: '2026-03-08' })).toBe(words);
});

const log = {
  id: '1',
  medicationId: '2',
  notes: '',
  late: false,
  beyondLimit: false,
  loggedBy: 'Ada',
  medication: { name: 'Aspirin', dosage: '' },
  scheduledTime: '2026-03-09T14:00:00.000Z',
  loggedAt: '2026-03-09T14:04:00.000Z',
};
const NEW_YORK = 'America/New_York';

test.each([
  ['taken', '2026-03-09T20:00:00Z', 'Taken today, 10:04 AM'],
  ['skipped', '2026-03-10T12:00:00Z', 'Skipped yesterday, 10:04 AM'],
  ['missed', '2026-03-12T12:00:00Z', 'Missed on Monday, March 9, 10:00 AM'],
] as const)('activityMessage of a %s dose contains day and time', (status, now, words) => {
  expect(activityMessage({ ...log, status }, new Date(now), NEW_YORK)).toBe(words);
});

test('activityMessage of a late dose contains "late"', () => {
  const late = { ...log, status: 'taken' as const, late: true };
  expect(activityMessage(late, new Date('2026-03-09T20:00:00Z'), NEW_YORK)).toBe(
    'Taken late today, 10:04 AM',
  );
});
