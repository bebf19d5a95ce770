import { describe, expect, it } from 'vitest';
import type { FormerSchedule } from '../contract.ts';
import { type DueMedication, dueDosesOn } from './due.ts';

const NEW_YORK = 'America/New_York';
const DAY = '2026-03-10';

const DAILY = {
  frequency: 'daily',
  startDate: '2026-01-01',
  endDate: null,
  isActive: true,
} as const;

/** Returns the instant of a New York wall-clock time on `DAY`. */
const at = (time: string) => new Date(`${DAY}T${time}:00-04:00`).toISOString();

const former = (from: string, until: string, changed: Partial<FormerSchedule> = {}) => ({
  ...DAILY,
  times: ['08:00'],
  timezone: NEW_YORK,
  from: from.includes('T') ? from : at(from),
  until: until.includes('T') ? until : at(until),
  ...changed,
});

const LONG_AGO = '2026-01-01T00:00:00Z';

const due = (changed: Partial<DueMedication>, date = DAY, timezone = NEW_YORK) =>
  dueDosesOn(
    {
      ...DAILY,
      id: 'm',
      times: ['08:00'],
      scheduledSince: LONG_AGO,
      ...changed,
      away: changed.away ?? [],
    },
    date,
    timezone,
  ).map(({ time, scheduledTime }) => `${time} ${scheduledTime.toISOString().slice(0, 16)}`);

const EIGHT = ['08:00 2026-03-10T12:00'];

describe('dueDosesOn for today', () => {
  it.each<[string, Partial<DueMedication>, string[]]>([
    ['is due if its time was set earlier', { scheduledSince: at('07:59') }, EIGHT],
    ['is not due if its time had passed when it was set', { scheduledSince: at('08:01') }, []],
    ['without a history is due', { scheduledSince: undefined }, EIGHT],
    [
      'stays due if another time is added later',
      {
        times: ['08:00', '07:00'],
        scheduledSince: at('08:10'),
        formerSchedules: [former(LONG_AGO, '08:10')],
      },
      EIGHT,
    ],
    [
      'is no longer due if its time is moved',
      {
        times: ['09:00'],
        scheduledSince: at('08:10'),
        formerSchedules: [former(LONG_AGO, '08:10')],
      },
      ['09:00 2026-03-10T13:00'],
    ],
    [
      'is due as before if a mistaken change is reverted',
      {
        scheduledSince: at('08:11'),
        formerSchedules: [
          former(LONG_AGO, '08:10'),
          former('08:10', '08:11', { times: ['09:30'] }),
        ],
      },
      EIGHT,
    ],
    [
      'is due as before if the mistaken change began before its time',
      {
        scheduledSince: at('08:11'),
        formerSchedules: [former(LONG_AGO, '07:50'), former('07:50', '08:11', { isActive: false })],
      },
      EIGHT,
    ],
    [
      'is not due if the medication was inactive since yesterday and is resumed after its time',
      {
        scheduledSince: at('08:11'),
        formerSchedules: [
          former(LONG_AGO, '2026-03-10T03:59:00Z'),
          former('2026-03-10T03:59:00Z', '08:11', { isActive: false }),
        ],
      },
      [],
    ],
    [
      'is not due if its time was set, removed and set again after it',
      {
        scheduledSince: at('09:40'),
        formerSchedules: [
          former(LONG_AGO, '09:20', { times: ['20:00'] }),
          former('09:20', '09:30'),
          former('09:30', '09:40', { times: ['20:00'] }),
        ],
      },
      [],
    ],
    [
      'is not due at the new time of a dose that was taken',
      { times: ['08:30', '20:00'], notDue: [`${DAY} 08:30`] },
      ['20:00 2026-03-11T00:00'],
    ],
  ])('the doses of today depend on when each time was set: a dose %s', (_, changed, expected) => {
    expect(due(changed)).toEqual(expected);
  });
});

describe('dueDosesOn for a past day', () => {
  const off = former(at('10:00'), '2026-03-12T12:30:00Z', { isActive: false });
  const changed = {
    times: ['08:00', '20:00'],
    scheduledSince: '2026-03-12T12:30:00Z',
    formerSchedules: [former(LONG_AGO, '10:00', { times: ['08:00', '20:00'] }), off],
  };

  it('a change on another day does not make a dose of a past day due', () => {
    expect(due(changed)).toEqual([]);
    expect(due(changed, '2026-03-11')).toEqual([]);
    expect(due(changed, '2026-03-12')).toEqual(['20:00 2026-03-13T00:00']);
  });
});

describe('dueDosesOn after a time zone change', () => {
  const moved = (timezone: string, then: string) =>
    due(
      {
        times: ['08:00', '12:00'],
        scheduledSince: at(then),
        formerSchedules: [former(LONG_AGO, then, { times: ['08:00', '12:00'] })],
      },
      DAY,
      timezone,
    );

  it.each([
    [
      'to the east keeps an open dose at its time and drops a skipped one',
      'Europe/London',
      '08:30',
      ['08:00 2026-03-10T12:00'],
    ],
    [
      'to the west uses the times there',
      'America/Chicago',
      '08:30',
      ['08:00 2026-03-10T13:00', '12:00 2026-03-10T17:00'],
    ],
    [
      'to the west after the time there keeps an open dose',
      'America/Chicago',
      '09:30',
      ['08:00 2026-03-10T12:00', '12:00 2026-03-10T17:00'],
    ],
  ])('the doses due after a time zone change are right: %s', (_, timezone, then, expected) => {
    expect(moved(timezone, then)).toEqual(expected);
  });

  it('a schedule stopped on the day of a move to the east has no remaining doses', () => {
    const evening = { times: ['20:00'] };
    const stopped = { ...evening, isActive: false };
    const then = {
      ...stopped,
      scheduledSince: at('13:00'),
      formerSchedules: [former(LONG_AGO, '12:50', evening), former('12:50', '13:00', stopped)],
    };
    expect(due(then, DAY, 'Asia/Tokyo')).toEqual([]);
    expect(due({ ...then, isActive: true }, DAY, 'Asia/Tokyo')).toEqual([]);
  });

  it('a move that is reversed restores the original doses', () => {
    expect(
      due({
        times: ['08:00', '12:00'],
        scheduledSince: at('08:21'),
        formerSchedules: [
          former(LONG_AGO, '08:20', { times: ['08:00', '12:00'] }),
          former('08:20', '08:21', { times: ['08:00', '12:00'], timezone: 'Europe/London' }),
        ],
      }),
    ).toEqual([...EIGHT, '12:00 2026-03-10T16:00']);
  });
});
