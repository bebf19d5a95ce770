import { describe, expect, it } from 'vitest';
import { DAY, LA, la, moved, NY, TOKYO } from '../moved-households.testing.ts';
import { timezoneEffects } from './timezone-effects.ts';

type Schedule = Parameters<typeof moved>[0];

const effects = (schedule: Schedule, [from, at, to]: [string, string, string], answered = '') => {
  const medication = { ...moved(schedule, from).medication, name: 'Aspirin' };
  const change = { from, to, now: new Date(at), isAnswered: () => answered !== '' };
  const { moves, overdue, dropped, missed } = timezoneEffects([medication], change);
  return {
    moves: moves.map(({ time, becomes }) => `${time} ${becomes}`),
    overdue: overdue.map(({ time }) => time),
    dropped: dropped.map(({ time }) => time),
    missed: missed.map(({ time }) => time),
  };
};

const NONE = { moves: [], overdue: [], dropped: [], missed: [] };

describe('the preview of a time zone change (timezoneEffects)', () => {
  it.each<[string, Schedule, [string, string, string], Partial<ReturnType<typeof effects>>]>([
    [
      'to the east list a dose that becomes due at once',
      {},
      [LA, la('10:00'), NY],
      { moves: ['12:00 09:00'], overdue: ['12:00'] },
    ],
    [
      'to the east list a dose that is dropped',
      { times: ['08:00', '12:00'] },
      [LA, la('09:59'), NY],
      { moves: ['08:00 05:00', '12:00 09:00'], dropped: ['12:00'] },
    ],
    [
      'to another date list an open dose that becomes missed at once',
      { times: ['08:00'] },
      [LA, la('10:00'), TOKYO],
      { moves: ['08:00 16:00'], missed: ['08:00'] },
    ],
    ['to the west list the moved times', {}, [NY, la('10:00'), LA], { moves: ['12:00 15:00'] }],
    ['to a zone with the same times are empty', {}, [NY, la('10:00'), 'America/Detroit'], {}],
    ['on an as-needed medication are empty', { frequency: 'as_needed' }, [LA, la('10:00'), NY], {}],
    ['on an inactive medication are empty', { isActive: false }, [LA, la('10:00'), NY], {}],
    ['on an ended medication are empty', { endDate: '2026-06-09' }, [LA, la('10:00'), NY], {}],
    [
      'do not list a dose in an away time',
      { away: [{ startDate: DAY, startTime: '00:00', endDate: null, endTime: null }] },
      [LA, la('10:00'), NY],
      { moves: ['12:00 09:00'] },
    ],
    [
      'use the offset of the day after a clock change',
      { startDate: '2026-01-01', times: ['12:00'] },
      ['Europe/London', '2026-03-10T08:00:00Z', NY],
      { moves: ['12:00 16:00'] },
    ],
  ])('the effects of a time zone change %s', (_, schedule, move, expected) => {
    expect(effects(schedule, move)).toEqual({ ...NONE, ...expected });
  });

  it('the effects omit a dose that has an answer', () => {
    expect(effects({}, [LA, la('10:00'), NY], 'taken')).toEqual({
      ...NONE,
      moves: ['12:00 09:00'],
    });
  });
});
