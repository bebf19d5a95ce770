import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { afterEach, describe, expect, test } from 'vitest';
import { instantByTemporal, transitionsOf, ZONES } from '#testing/temporal-clock.ts';
import {
  addDays,
  formatDate,
  formatDay,
  formatDayAndPart,
  formatTime,
  formatWallTime,
  instantOf,
  isTimezone,
  localDate,
  localTime,
  partOfDay,
  weekday,
} from './zoned-time.ts';

const NEW_YORK = 'America/New_York';

describe('instantOf', () => {
  test.each([
    ['2026-03-08', '02:30', NEW_YORK, '2026-03-08T07:30:00.000Z'],
    ['2026-03-08', '01:59', NEW_YORK, '2026-03-08T06:59:00.000Z'],
    ['2026-03-08', '03:30', NEW_YORK, '2026-03-08T07:30:00.000Z'],
    ['2026-11-01', '01:30', NEW_YORK, '2026-11-01T05:30:00.000Z'],
    ['2026-11-01', '02:00', NEW_YORK, '2026-11-01T07:00:00.000Z'],
    ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
    ['2026-07-01', '08:00', 'Asia/Kathmandu', '2026-07-01T02:15:00.000Z'],
    ['2011-12-30', '12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
  ])('instantOf %s %s in %s is %s', (date, time, zone, expected) => {
    expect(instantOf(date, time, zone).toISOString()).toBe(expected);
  });

  test('instantOf agrees with Temporal around every transition of every zone until 2030', () => {
    const wrong: string[] = [];
    let asked = 0;
    for (const zone of ZONES) {
      for (const transition of transitionsOf(zone)) {
        for (const [date, time] of wallTimesAround(transition)) {
          asked++;
          if (instantOf(date, time, zone).getTime() !== instantByTemporal(date, time, zone))
            wrong.push(`${zone} ${date} ${time}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(40_000);
  });

  test('instantOf agrees with Temporal on any day in any zone, and the local time is shown again', () => {
    const minutes = fc.integer({ min: 0, max: 1439 });
    const days = fc.integer({ min: 0, max: 7 * 365 });
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), days, minutes, (zone, day, minute) => {
        const date = addDays('2024-01-01', day);
        const time = wallTime(minute);
        const instant = instantOf(date, time, zone);
        expect(instant.getTime()).toBe(instantByTemporal(date, time, zone));
        const shown = Temporal.Instant.fromEpochMilliseconds(instant.getTime())
          .toZonedDateTimeISO(zone)
          .toPlainDateTime();
        expect(localDate(instant, zone)).toBe(shown.toPlainDate().toString());
        expect(localTime(instant, zone)).toBe(shown.toPlainTime().toString().slice(0, 5));
      }),
      { numRuns: 2000 },
    );
  });

  test('instantOf 00:00 is the first instant of a day in every zone until 2030', () => {
    const wrong: string[] = [];
    for (const zone of ZONES) {
      for (const transition of transitionsOf(zone)) {
        for (const date of daysAround(transition)) {
          const start = Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
          if (instantOf(date, '00:00', zone).getTime() !== start) wrong.push(`${zone} ${date}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

describe('the time zone of the machine', () => {
  const own = process.env.TZ;
  afterEach(() => {
    if (own === undefined) delete process.env.TZ;
    else process.env.TZ = own;
  });

  test('the results do not depend on the time zone of the machine', () => {
    const seen = ['UTC', NEW_YORK, 'Asia/Kathmandu', 'Pacific/Apia'].map((machine) => {
      process.env.TZ = machine;
      const instant = instantOf('2026-03-08', '02:30', NEW_YORK);
      return {
        machine: new Date(instant).getHours(),
        told: [
          instant.toISOString(),
          localDate(instant, 'Asia/Kathmandu'),
          localTime(instant, 'Asia/Kathmandu'),
          formatDay(instant, NEW_YORK),
          addDays('2026-03-07', 1),
          weekday('2026-03-08'),
        ],
      };
    });
    // Verifies that the zone of the machine really changed during the test.
    expect(seen.map(({ machine }) => machine)).toEqual([7, 3, 13, 20]);
    expect(new Set(seen.map(({ told }) => JSON.stringify(told))).size).toBe(1);
  });
});

describe('isTimezone', () => {
  test('isTimezone is true for every zone that this machine knows', () => {
    expect(ZONES.filter((zone) => !isTimezone(zone))).toEqual([]);
    expect(isTimezone('UTC')).toBe(true);
  });

  test.each(['', 'Mars/Olympus', '+05:30', 'New York', 'America/New_York ', '../etc/localtime'])(
    'isTimezone is false for %j',
    (name) => {
      expect(isTimezone(name)).toBe(false);
    },
  );
});

describe('formatting dates and times', () => {
  const afternoon = new Date('2025-08-14T18:00:00Z');

  test('times are formatted as 2:00 PM, dates as Thursday, August 14', () => {
    expect(formatTime(afternoon, NEW_YORK)).toBe('2:00 PM');
    expect(formatDay(afternoon, NEW_YORK)).toBe('Thursday, August 14');
    expect(formatDate(afternoon, NEW_YORK)).toMatch(/^Aug 14, \d{4}$/);
    expect(formatDate(afternoon, 'Asia/Tokyo')).toMatch(/^Aug 15, \d{4}$/);
    expect(formatDayAndPart(afternoon, NEW_YORK)).toBe('Thursday afternoon, August 14');
    expect(formatDayAndPart(afternoon, 'Asia/Tokyo')).toBe('Friday night, August 15');
  });

  test.each([
    ['00:00', '12:00 AM'],
    ['00:05', '12:05 AM'],
    ['11:59', '11:59 AM'],
    ['12:00', '12:00 PM'],
    ['13:07', '1:07 PM'],
    ['23:59', '11:59 PM'],
  ])('the time %s is formatted as %s', (time, words) => {
    expect(formatWallTime(time)).toBe(words);
  });

  test.each([
    ['04:59', 'night'],
    ['05:00', 'morning'],
    ['11:59', 'morning'],
    ['12:00', 'afternoon'],
    ['16:59', 'afternoon'],
    ['17:00', 'evening'],
    ['20:59', 'evening'],
    ['21:00', 'night'],
  ])('the time %s is in the %s', (time, part) => {
    expect(partOfDay(time)).toBe(part);
  });
});

describe('calendar dates', () => {
  test.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-08', 0, '2026-03-08'],
  ])('the date %s and %i days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected);
  });

  test('weekday of a Sunday is 0 and of a Saturday 6', () => {
    expect(weekday('2026-03-08')).toBe(0);
    expect(weekday('2026-03-14')).toBe(6);
  });
});

function wallTime(minute: number): string {
  const [hour, rest] = [Math.floor(minute / 60), minute % 60];
  return `${String(hour).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

function daysAround(transition: Temporal.ZonedDateTime): string[] {
  const date = transition.toPlainDate().toString();
  return [addDays(date, -1), date, addDays(date, 1)];
}

function wallTimesAround(transition: Temporal.ZonedDateTime): [string, string][] {
  const instant = transition.epochMilliseconds;
  const sides = [instant - 1, instant].map((side) =>
    Temporal.Instant.fromEpochMilliseconds(side)
      .toZonedDateTimeISO(transition.timeZoneId)
      .toPlainDateTime(),
  );
  const near = sides.flatMap((side) =>
    [-60, -30, -1, 0, 1, 29, 30, 59, 60].map((minutes) => side.add({ minutes }).toString()),
  );
  const ends = daysAround(transition).flatMap((day) => [`${day}T00:00`, `${day}T23:59`]);
  return [...near, ...ends].map((text) => [text.slice(0, 10), text.slice(11, 16)]);
}
