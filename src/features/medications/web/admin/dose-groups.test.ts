import { expect, test } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { LogStatus, UpcomingMedication } from '../../contract.ts';
import { groupByUrgency } from './dose-groups.ts';

const NOON = new Date('2026-03-10T12:00:00.000Z');

function dose(minutes: number, status: LogStatus = 'pending'): UpcomingMedication {
  return {
    id: String(minutes),
    medicationId: 'm',
    scheduledTime: new Date(NOON.getTime() + minutes * MINUTE_MS).toISOString(),
    status,
    answeredAt: null,
    userId: 'system',
    medication: {
      ...{ name: 'Aspirin', dosage: '', instructions: '', pillImageUrl: null },
      ...{ soundEnabled: true, reminderEnabled: true },
    },
  };
}

const idsOf = (doses: readonly UpcomingMedication[]) => doses.map(({ id }) => id);

test('doses overdue or due within the hour come first, the others later', () => {
  const doses = [dose(-300), dose(-61), dose(-1), dose(0), dose(60), dose(61), dose(500)];
  const { first, later, answered } = groupByUrgency(doses, NOON, new Set());
  expect(idsOf(first)).toEqual(['-300', '-61', '-1', '0', '60']);
  expect(idsOf(later)).toEqual(['61', '500']);
  expect(answered).toEqual([]);
});

test.each<[LogStatus]>([['taken'], ['skipped'], ['missed']])(
  'a dose that is %s is listed as answered, at any scheduled time',
  (status) => {
    const { first, later, answered } = groupByUrgency(
      [dose(-300, status), dose(300, status)],
      NOON,
      new Set(),
    );
    expect([first, later]).toEqual([[], []]);
    expect(idsOf(answered)).toEqual(['-300', '300']);
  },
);

test('a dose answered here just now stays in its place', () => {
  const doses = [dose(-5, 'taken'), dose(-4), dose(300, 'skipped'), dose(301), dose(-9, 'taken')];
  const { first, later, answered } = groupByUrgency(doses, NOON, new Set(['-5', '300']));
  expect(idsOf(first)).toEqual(['-5', '-4']);
  expect(idsOf(later)).toEqual(['300', '301']);
  expect(idsOf(answered)).toEqual(['-9']);
});
