import { describe, expect, it } from 'vitest';
import { type AwayPeriod, awayAt, isAway, periodsOn } from './away.ts';
import { dueDosesOn, upcomingDoses } from './due.ts';

const period = (from: string, until?: string): AwayPeriod => {
  const [startDate = '', startTime = ''] = from.split(' ');
  const [endDate = null, endTime = null] = until?.split(' ') ?? [];
  return { startDate, startTime, endDate, endTime };
};

const WEEKEND = period('2026-03-13 14:00', '2026-03-15 18:30');

describe('isAway, periodsOn and awayAt', () => {
  it.each<[moment: string, is: boolean, ...periods: AwayPeriod[]]>([
    ['2026-03-13 13:59', false, WEEKEND],
    ['2026-03-13 14:00', true, WEEKEND],
    ['2026-03-14 00:00', true, WEEKEND],
    ['2026-03-14 23:59', true, WEEKEND],
    ['2026-03-15 18:29', true, WEEKEND],
    ['2026-03-15 18:30', false, WEEKEND],
    ['2026-03-16 08:00', false, WEEKEND],
    ['2026-03-14 08:00', false],
    ['2199-12-31 23:59', true, period('2026-03-13 14:00')],
    ['2026-03-13 13:59', false, period('2026-03-13 14:00')],
    ['2026-03-14 08:00', true, period('2026-01-01 00:00', '2026-01-02 00:00'), WEEKEND],
  ])('isAway at %s returns %s', (moment, is, ...periods) => {
    const [date = '', time = ''] = moment.split(' ');
    expect(isAway(periods, { date, time })).toBe(is);
  });

  it.each<[date: string, count: number]>([
    ['2026-03-12', 0],
    ['2026-03-13', 1],
    ['2026-03-14', 2],
    ['2026-03-15', 2],
    ['2026-03-16', 1],
    ['2199-12-31', 1],
  ])('periodsOn for %s returns %i of two periods', (date, count) => {
    expect(periodsOn([WEEKEND, period('2026-03-14 08:00')], date)).toHaveLength(count);
  });

  it('awayAt returns the period that ends last', () => {
    const longer = period('2026-03-14 08:00', '2026-03-20 08:00');
    const moment = { date: '2026-03-14', time: '12:00' };
    expect(awayAt([WEEKEND, longer], moment)).toBe(longer);
    expect(awayAt([longer, WEEKEND], moment)).toBe(longer);
    expect(awayAt([longer, period('2026-03-14 09:00')], moment)?.endDate).toBeNull();
  });
});

const MEDICATION = {
  id: 'm',
  frequency: 'twice_daily',
  times: ['08:00', '20:00'],
  startDate: '2026-01-01',
  endDate: null,
  isActive: true,
} as const;

describe('doses during an away period', () => {
  const due = (away: readonly AwayPeriod[], date: string, timezone = 'America/New_York') =>
    dueDosesOn({ ...MEDICATION, times: [...MEDICATION.times], away }, date, timezone).map(
      ({ time }) => time,
    );

  it('a dose during the away period is not due, and the doses before and after it are', () => {
    expect(due([WEEKEND], '2026-03-13')).toEqual(['08:00']);
    expect(due([WEEKEND], '2026-03-14')).toEqual([]);
    expect(due([WEEKEND], '2026-03-15')).toEqual(['20:00']);
    expect(due([], '2026-03-14')).toEqual(['08:00', '20:00']);
  });

  it('the away period follows the wall clock in every time zone and across clock changes', () => {
    // The clocks go forward on March 8 in New York and on March 29 in Berlin.
    for (const timezone of ['America/New_York', 'Europe/Berlin', 'Pacific/Apia']) {
      for (const date of ['2026-03-07', '2026-03-08', '2026-03-29']) {
        const morning = period(`${date} 00:00`, `${date} 12:00`);
        expect(due([morning], date, timezone)).toEqual(['20:00']);
      }
    }
  });

  it('a dose during the away period is not listed, and it is listed again after the period is removed', () => {
    const now = new Date('2026-03-14T16:00:00Z');
    const medication = { ...MEDICATION, times: [...MEDICATION.times] };
    const listed = upcomingDoses([{ ...medication, away: [WEEKEND] }], now, 'America/New_York');
    expect(listed.doses).toEqual([]);
    expect(
      upcomingDoses([{ ...medication, away: [] }], now, 'America/New_York').doses,
    ).toHaveLength(2);
  });
});
