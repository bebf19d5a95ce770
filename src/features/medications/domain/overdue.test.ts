import { describe, expect, it } from 'vitest';
import type { DueMedication } from './due.ts';
import { caredDoses } from './overdue.ts';

const NEW_YORK = 'America/New_York';

function medication(changed: Partial<DueMedication> = {}): DueMedication {
  return {
    id: 'aspirin',
    frequency: 'daily',
    times: ['08:00'],
    startDate: '2026-01-01',
    endDate: null,
    isActive: true,
    scheduledSince: '2026-01-01T00:00:00Z',
    ...changed,
    away: changed.away ?? [],
  };
}

const shown = (instant: Date) => instant.toISOString().slice(0, 16);

const settled = (changed: Partial<DueMedication>, date = '2026-03-10', timezone = NEW_YORK) =>
  caredDoses(medication(changed), date, timezone).map(
    ({ time, overdueAt, missedAt }) => `${time} ${shown(overdueAt)} ${shown(missedAt)}`,
  );

describe('caredDoses for unanswered doses', () => {
  it.each([
    ['is missed when its day ends', ['08:00'], ['08:00 2026-03-10T13:00 2026-03-11T04:00']],
    [
      'is missed when the next dose is due, if that is before the end of the day',
      ['08:00', '20:00'],
      ['08:00 2026-03-10T13:00 2026-03-11T00:00', '20:00 2026-03-11T01:00 2026-03-11T04:00'],
    ],
    [
      'is not missed before it is overdue, even if another dose follows soon',
      ['08:00', '08:20'],
      ['08:00 2026-03-10T13:00 2026-03-10T13:00', '08:20 2026-03-10T13:20 2026-03-11T04:00'],
    ],
    [
      'is not missed at midnight: 23:58 is missed at 00:58',
      ['23:58'],
      ['23:58 2026-03-11T04:58 2026-03-11T04:58'],
    ],
    [
      'is overdue and missed at midnight if it was due at 23:00',
      ['23:00'],
      ['23:00 2026-03-11T04:00 2026-03-11T04:00'],
    ],
    [
      'is missed at the end of the day if it was due at 00:02',
      ['00:02'],
      ['00:02 2026-03-10T05:02 2026-03-11T04:00'],
    ],
  ])('the overdue and missed times of a dose: it %s', (_, times, expected) => {
    expect(settled({ times })).toEqual(expected);
  });

  it.each([
    [
      'two times that become one in spring are one dose',
      '2026-03-08',
      ['02:00', '03:00'],
      ['02:00 2026-03-08T08:00 2026-03-09T04:00'],
    ],
    [
      'a time in the gap is due after it, and the next dose ends it',
      '2026-03-08',
      ['02:30', '04:00'],
      ['02:30 2026-03-08T08:30 2026-03-08T08:30', '04:00 2026-03-08T09:00 2026-03-09T04:00'],
    ],
    [
      'the day on which the clocks go back has 25 hours',
      '2026-11-01',
      ['01:30'],
      ['01:30 2026-11-01T06:30 2026-11-02T05:00'],
    ],
  ])('the overdue and missed times on a day of a clock change: %s', (_, date, times, expected) => {
    expect(settled({ times }, date)).toEqual(expected);
  });

  it('a dose that was due before its times were set is not returned', () => {
    const times = ['08:00', '12:00'];
    const at = (instant: string) => settled({ times, scheduledSince: instant });
    expect(at('2026-03-10T12:00:00.000Z')).toHaveLength(2);
    expect(at('2026-03-10T12:00:00.001Z')).toEqual(['12:00 2026-03-10T17:00 2026-03-11T04:00']);
    expect(at('2026-03-11T00:00:00Z')).toEqual([]);
  });

  it.each([
    ['as needed', { frequency: 'as_needed' } as const],
    ['not active', { isActive: false }],
    ['not started', { startDate: '2026-03-11' }],
    ['ended', { endDate: '2026-03-09' }],
    ['due on another weekday', { frequency: 'weekly', startDate: '2026-03-02' } as const],
  ])('a medication has no doses to settle if it is %s', (_, changed) => {
    expect(settled(changed)).toEqual([]);
  });
});
