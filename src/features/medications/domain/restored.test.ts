import { describe, expect, it } from 'vitest';
import { addDays } from '#platform/shared/zoned-time.ts';
import { type DueMedication, dueDosesOn } from './due.ts';
import { schedulesWhenRestored } from './restored.ts';

const NEW_YORK = 'America/New_York';
const DAY = '2026-03-10';
const LONG_AGO = '2026-01-01T00:00:00.000Z';

const MEDICATION = {
  id: 'm',
  frequency: 'daily' as const,
  times: ['08:00', '12:00'],
  startDate: '2026-01-01',
  endDate: null,
  isActive: true,
};

/** Returns the instant of a New York wall-clock time, `days` after `DAY`. */
const at = (time: string, days = 0) => new Date(`${addDays(DAY, days)}T${time}:00-04:00`);

/** Returns the times that are due from `DAY` to `days` later, after the restoration. */
function due(deletedAt: Date, restoredAt: Date, days = 0): string[] {
  const gap = { deletedAt, timezoneThen: NEW_YORK, now: restoredAt, timezone: NEW_YORK };
  const { since, former, notDue } = schedulesWhenRestored(
    { ...MEDICATION, scheduledSince: LONG_AGO },
    gap,
  );
  const restored: DueMedication = {
    ...MEDICATION,
    scheduledSince: since.toISOString(),
    formerSchedules: [...former],
    notDue: [...notDue],
    away: [],
  };
  return Array.from({ length: days + 1 }, (_, day) => addDays(DAY, day)).flatMap((date) =>
    dueDosesOn(restored, date, NEW_YORK).map(({ time }) => `${date.slice(8)} ${time}`),
  );
}

describe('schedules of a restored medication', () => {
  it.each<[string, Date, Date, number, string[]]>([
    [
      'deleted and restored before the first dose',
      at('07:00'),
      at('07:01'),
      0,
      ['10 08:00', '10 12:00'],
    ],
    [
      'a minute without it while a dose is open',
      at('08:05'),
      at('08:06'),
      0,
      ['10 08:00', '10 12:00'],
    ],
    ['deleted at the minute of a dose', at('08:00'), at('08:01'), 0, ['10 08:00', '10 12:00']],
    ['without it at the time of a dose', at('07:59'), at('08:01'), 0, ['10 08:00', '10 12:00']],
    ['restored at the minute of a dose', at('07:59'), at('08:00'), 0, ['10 08:00', '10 12:00']],
    ['restored an hour after a dose', at('07:59'), at('09:00'), 0, ['10 08:00', '10 12:00']],
    ['restored more than an hour after a dose', at('07:59'), at('09:01'), 0, ['10 12:00']],
    ['without it at both doses', at('07:00'), at('13:01'), 0, []],
    [
      'without it at both doses, restored while the second still rings',
      at('07:00'),
      at('13:00'),
      0,
      ['10 12:00'],
    ],
    ['without it at the second dose', at('09:00'), at('13:01'), 0, ['10 08:00']],
    ['without it overnight', at('13:00'), at('07:00', 1), 1, ['11 08:00', '11 12:00']],
    ['without it overnight and at the first dose', at('13:00'), at('09:01', 1), 1, ['11 12:00']],
    [
      'without it overnight, restored while the first dose still rings',
      at('13:00'),
      at('08:30', 1),
      1,
      ['11 08:00', '11 12:00'],
    ],
    ['without it for three days', at('07:00'), at('09:01', 3), 3, ['13 12:00']],
  ])(
    'a medication deleted and restored has the right due doses: %s',
    (_, deletedAt, restoredAt, days, expected) => {
      expect(due(deletedAt, restoredAt, days)).toEqual(expected);
    },
  );

  it('a restored medication keeps the pattern that it had before the deletion', () => {
    const tuesdays = {
      ...{ ...MEDICATION, frequency: 'chosen_weekdays' as const, scheduledSince: LONG_AGO },
      pattern: { kind: 'chosen_weekdays' as const, weekdays: [2] },
    };
    const gap = {
      ...{ deletedAt: at('13:00'), timezoneThen: NEW_YORK },
      ...{ now: at('13:05'), timezone: NEW_YORK },
    };
    const { since, former } = schedulesWhenRestored(tuesdays, gap);
    const restored = {
      ...tuesdays,
      scheduledSince: since.toISOString(),
      formerSchedules: [...former],
      away: [],
    };
    expect(dueDosesOn(restored, DAY, NEW_YORK)).toHaveLength(2);
    expect(dueDosesOn(restored, '2026-03-09', NEW_YORK)).toEqual([]);
  });

  it('a dose that waits at midnight keeps waiting after the restoration', () => {
    const late = { ...MEDICATION, times: ['23:50'], scheduledSince: LONG_AGO };
    const gap = {
      deletedAt: at('23:55'),
      timezoneThen: NEW_YORK,
      now: at('00:05', 1),
      timezone: NEW_YORK,
    };
    const { since, former, notDue } = schedulesWhenRestored(late, gap);
    expect(notDue).toEqual([]);
    const restored = {
      ...late,
      scheduledSince: since.toISOString(),
      formerSchedules: [...former],
      away: [],
    };
    expect(dueDosesOn(restored, DAY, NEW_YORK)).toHaveLength(1);
  });
});
