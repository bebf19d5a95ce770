import { describe, expect, it } from 'vitest';
import { DAY, dueAround, LA, la, moved, NY, TOKYO } from '../moved-households.testing.ts';
import { type DueMedication, dueDosesOn, upcomingDoses } from './due.ts';
import { caredDoses } from './overdue.ts';

type Schedule = Partial<DueMedication>;

const cycle = { frequency: 'cycle', pattern: { kind: 'cycle', on: 2, off: 5 } } as const;

describe('time zone changes to the east', () => {
  it.each<[string, string, Schedule, [string, string][], string[]]>([
    [
      'a daily dose is asked for if at least half of a day has passed',
      LA,
      {},
      [[la('10:00'), NY]],
      ['09 12:00 at 09T19:00', '10 12:00 at 10T16:00*', '11 12:00 at 11T16:00'],
    ],
    [
      'the second of two daily doses is asked for after half of the time between them',
      LA,
      { times: ['08:00', '12:00'] },
      [[la('10:00'), NY]],
      [
        ...['09 08:00 at 09T15:00', '09 12:00 at 09T19:00'],
        ...['10 08:00 at 10T15:00', '10 12:00 at 10T16:00*'],
        ...['11 08:00 at 11T12:00', '11 12:00 at 11T16:00'],
      ],
    ],
    [
      'the second of two daily doses is dropped a minute earlier',
      LA,
      { times: ['08:00', '12:00'] },
      [[la('09:59'), NY]],
      [
        ...['09 08:00 at 09T15:00', '09 12:00 at 09T19:00', '10 08:00 at 10T15:00'],
        ...['11 08:00 at 11T12:00', '11 12:00 at 11T16:00'],
      ],
    ],
    [
      'of several doses that are jumped over together only the first is asked for',
      LA,
      { times: ['10:00', '14:00', '18:00'] },
      [[la('09:00'), TOKYO]],
      [
        ...['09 10:00 at 09T17:00', '09 14:00 at 09T21:00', '09 18:00 at 10T01:00'],
        '10 10:00 at 10T01:00*',
        ...['11 10:00 at 11T01:00', '11 14:00 at 11T05:00', '11 18:00 at 11T09:00'],
      ],
    ],
    [
      'a daily dose of a date that is over is asked for as a dose of that date',
      LA,
      { times: ['20:00'] },
      [[la('10:00'), TOKYO]],
      ['09 20:00 at 10T03:00', '10 20:00 at 10T11:00*', '11 20:00 at 11T11:00'],
    ],
    [
      'the last dose of a medication that ends on that day is asked for',
      LA,
      { times: ['20:00'], endDate: DAY },
      [[la('10:00'), TOKYO]],
      ['09 20:00 at 10T03:00', '10 20:00 at 10T11:00*'],
    ],
    [
      'the first dose of a medication that starts on that day is asked for',
      LA,
      { startDate: DAY },
      [[la('10:00'), NY]],
      ['10 12:00 at 10T16:00*', '11 12:00 at 11T16:00'],
    ],
    [
      'a weekly dose is asked for',
      LA,
      { frequency: 'weekly', startDate: '2026-06-03' },
      [[la('10:00'), NY]],
      ['10 12:00 at 10T16:00*'],
    ],
    [
      'the first dose of a cycle after its days off is asked for',
      LA,
      { ...cycle, startDate: '2026-06-03' },
      [[la('10:00'), NY]],
      ['10 12:00 at 10T16:00*', '11 12:00 at 11T16:00'],
    ],
    [
      'the last dose of a cycle before its days off is asked for',
      LA,
      { ...cycle, startDate: '2026-06-09' },
      [[la('10:00'), NY]],
      ['09 12:00 at 09T19:00', '10 12:00 at 10T16:00*'],
    ],
    [
      'the dose of a taper is asked for at the times of its step',
      LA,
      {
        frequency: 'taper',
        times: ['09:00', '12:00'],
        startDate: '2026-06-09',
        pattern: {
          kind: 'taper',
          unit: 'tablet',
          steps: [
            { from: '2026-06-09', amount: 2, times: ['09:00'] },
            { from: DAY, amount: 1, times: ['12:00'] },
          ],
        },
      },
      [[la('10:00'), NY]],
      ['09 09:00 at 09T16:00', '10 12:00 at 10T16:00*', '11 12:00 at 11T16:00'],
    ],
    ['as-needed medication has no dose', LA, { frequency: 'as_needed' }, [[la('10:00'), NY]], []],
    [
      'a dose in a time away is not asked for',
      LA,
      { away: [{ startDate: DAY, startTime: '11:00', endDate: DAY, endTime: '13:00' }] },
      [[la('10:00'), NY]],
      ['09 12:00 at 09T19:00', '11 12:00 at 11T16:00'],
    ],
    [
      'a dose that is not due on that day is not asked for',
      LA,
      { notDue: [`${DAY} 12:00`] },
      [[la('10:00'), NY]],
      ['09 12:00 at 09T19:00', '11 12:00 at 11T16:00'],
    ],
    [
      'a dose that is still ahead in the new zone comes at its time there',
      LA,
      {},
      [[la('08:00'), NY]],
      ['09 12:00 at 09T19:00', '10 12:00 at 10T16:00', '11 12:00 at 11T16:00'],
    ],
    [
      'a dose that waits already keeps its time',
      LA,
      {},
      [[la('12:30'), NY]],
      ['09 12:00 at 09T19:00', '10 12:00 at 10T19:00', '11 12:00 at 11T16:00'],
    ],
    [
      'across the date line the dose of the skipped date is asked for',
      'Pacific/Honolulu',
      {},
      [['2026-06-10T18:00:00Z', 'Pacific/Kiritimati']],
      ['09 12:00 at 09T22:00', '10 12:00 at 09T22:00*', '11 12:00 at 10T22:00'],
    ],
    [
      'a jumped dose stays jumped over a second move to the east',
      LA,
      {},
      [
        [la('10:00'), NY],
        [la('10:30'), 'Europe/London'],
      ],
      ['09 12:00 at 09T19:00', '10 12:00 at 10T16:00*', '11 12:00 at 11T11:00'],
    ],
    [
      'after a move back the dose comes at its time as if nothing had happened',
      LA,
      {},
      [
        [la('10:00'), NY],
        [la('10:05'), LA],
      ],
      ['09 12:00 at 09T19:00', '10 12:00 at 10T19:00', '11 12:00 at 11T19:00'],
    ],
  ])('jumped doses of a move to the east: %s', (_, first, schedule, moves, expected) => {
    expect(dueAround(schedule, first, ...moves)).toEqual(expected);
  });

  it.each<[string, string, string[]]>([
    ['is due if half of the usual interval has passed', '2026-03-08T06:45:00Z', ['01:00', '02:30']],
    ['is dropped a minute earlier', '2026-03-08T06:44:00Z', ['01:00']],
  ])("a time in the gap of that night's clock change %s", (_, at, expected) => {
    const schedule = { times: ['01:00', '02:30'] };
    const { medication, timezone } = moved(schedule, NY, [at, 'America/Halifax']);
    expect(dueDosesOn(medication, '2026-03-08', timezone).map(({ time }) => time)).toEqual(
      expected,
    );
  });

  it('forty time zone changes back and forth are computed in linear time', () => {
    const moves = Array.from({ length: 40 }, (_, index): [string, string] => [
      new Date(Date.parse(la('10:00')) + index * 60_000).toISOString(),
      index % 2 === 0 ? NY : LA,
    ]);
    expect(dueAround({}, LA, ...moves)).toContain('10 12:00 at 10T19:00');
  });
});

describe('time zone changes to the west', () => {
  it.each<[string, string, Schedule, [string, string][], string[]]>([
    [
      'a dose that has come due keeps its identity and comes at its time there',
      NY,
      {},
      [['2026-06-10T16:30:00Z', LA]],
      ['09 12:00 at 09T16:00', '10 12:00 at 10T19:00', '11 12:00 at 11T19:00'],
    ],
    [
      'over midnight a dose of the date that comes again keeps its identity',
      TOKYO,
      { times: ['08:00'] },
      [['2026-06-10T00:30:00Z', LA]],
      ['09 08:00 at 08T23:00', '10 08:00 at 10T15:00', '11 08:00 at 11T15:00'],
    ],
  ])('doses after a move to the west: %s', (_, first, schedule, moves, expected) => {
    expect(dueAround(schedule, first, ...moves)).toEqual(expected);
  });
});

describe('caredDoses and upcomingDoses for a jumped dose', () => {
  const settling = (...parameters: Parameters<typeof moved>) => {
    const { medication, timezone } = moved(...parameters);
    const dose = caredDoses(medication, DAY, timezone).find(({ jumped }) => jumped !== undefined);
    return [dose?.overdueAt, dose?.missedAt].map((at) => at?.toISOString().slice(8, 16));
  };

  it.each<[string, Parameters<typeof moved>, [string, string]]>([
    [
      'is overdue at once and waits until the day ends there',
      [{}, LA, [la('10:00'), NY]],
      ['10T17:00', '11T04:00'],
    ],
    [
      'is overdue an hour after its time if that is later',
      [{}, LA, [la('09:30'), NY]],
      ['10T17:00', '11T04:00'],
    ],
    [
      'waits until the next dose there',
      [{ times: ['12:00', '16:00'] }, LA, [la('10:00'), NY]],
      ['10T17:00', '10T20:00'],
    ],
    [
      'of a date that is over waits until the next dose there',
      [{ times: ['20:00'] }, LA, [la('10:00'), TOKYO]],
      ['10T17:00', '11T11:00'],
    ],
    [
      'waits for an hour at least',
      [{ times: ['23:00'] }, 'America/Chicago', ['2026-06-11T03:55:00Z', NY]],
      ['11T04:00', '11T04:55'],
    ],
  ])('a jumped dose has the right overdue and missed times: it %s', (_, parameters, expected) => {
    expect(settling(...parameters)).toEqual(expected);
  });

  it('a jumped dose is listed while it waits, although its date has ended', () => {
    const { medication, timezone } = moved({ times: ['20:00'] }, LA, [la('10:00'), TOKYO]);
    const listed = (at: string) =>
      upcomingDoses([medication], new Date(at), timezone).doses.map(({ date }) => date);
    expect(listed(la('10:00'))).toEqual([DAY, '2026-06-11']);
    expect(listed('2026-06-11T10:59:59Z')).toEqual([DAY, '2026-06-11']);
    expect(listed('2026-06-11T11:00:00Z')).toEqual(['2026-06-11']);
  });
});
