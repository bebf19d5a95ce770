import { expect, it } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { UpcomingMedication } from '../contract.ts';
import { nextDayAlert } from './day-alert.ts';

const NOON = Date.parse('2026-03-10T12:00:00.000Z');

function dose(
  minutes: number,
  changed: Partial<UpcomingMedication['medication']> = {},
  status = 'pending' as const,
) {
  return {
    id: String(minutes),
    medicationId: 'm',
    scheduledTime: new Date(NOON + minutes * MINUTE_MS).toISOString(),
    status,
    answeredAt: null,
    userId: 'system',
    medication: {
      name: 'Aspirin',
      dosage: '',
      instructions: '',
      pillImageUrl: null,
      soundEnabled: true,
      reminderEnabled: true,
      ...changed,
    },
  };
}

const NEVER = Number.NEGATIVE_INFINITY;

it.each([
  ['at once for a due dose', [dose(0)], NEVER, 0],
  ['at once 5 minutes before the dose', [dose(5)], NEVER, 0],
  ['at once 5 minutes after the dose', [dose(-5)], NEVER, 0],
  ['not 6 minutes after the dose', [dose(-6)], NEVER, undefined],
  ['when the window of the dose opens', [dose(20)], NEVER, 15],
  ['for the earliest of several doses', [dose(40), dose(20)], NEVER, 15],
  ['at most once every 2 minutes', [dose(0)], -0.5, 1.5],
  ['not if the 2 minutes end after the window', [dose(-4)], -0.5, undefined],
  ['not for a dose without sound', [dose(0, { soundEnabled: false })], NEVER, undefined],
  ['not for a dose without reminder', [dose(0, { reminderEnabled: false })], NEVER, undefined],
  ['not without any dose', [], NEVER, undefined],
])('nextDayAlert returns the right time: the alert comes %s', (_, items, lastMinutes, minutes) => {
  const next = nextDayAlert(items, NOON, NOON + lastMinutes * MINUTE_MS);
  expect(next).toBe(minutes === undefined ? undefined : NOON + minutes * MINUTE_MS);
});

it('a taken dose causes no alert', () => {
  const taken: UpcomingMedication = { ...dose(0), status: 'taken' };
  expect(nextDayAlert([taken], NOON, NEVER)).toBeUndefined();
});
