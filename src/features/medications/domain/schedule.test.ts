import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#platform/shared/durations.ts';
import { addDays } from '#platform/shared/zoned-time.ts';
import { datesAroundTransitions, instantByTemporal, ZONES } from '#testing/temporal-clock.ts';
import { type DueMedication, upcomingDoses } from './due.ts';
import { asNeededDose, doseAt, dosesOn, type ScheduledMedication } from './schedule.ts';

const NEW_YORK = 'America/New_York';

function medication(more: Partial<ScheduledMedication> = {}): DueMedication {
  return {
    id: 'm',
    frequency: 'daily',
    times: ['08:00'],
    startDate: '2026-01-01',
    endDate: null,
    isActive: true,
    away: [],
    ...more,
  };
}

const timesOn = (more: Partial<ScheduledMedication>, date: string) =>
  dosesOn(medication(more), date, NEW_YORK).map((dose) => dose.time);

describe('the doses of a local date (dosesOn)', () => {
  test('dosesOn returns a dose for each time of a daily medication, with a stable id', () => {
    expect(dosesOn(medication({ times: ['20:00', '08:00'] }), '2026-07-01', NEW_YORK)).toEqual([
      {
        id: 'm_2026-07-01_0800',
        medicationId: 'm',
        date: '2026-07-01',
        time: '08:00',
        scheduledTime: new Date('2026-07-01T12:00:00Z'),
      },
      {
        id: 'm_2026-07-01_2000',
        medicationId: 'm',
        date: '2026-07-01',
        time: '20:00',
        scheduledTime: new Date('2026-07-02T00:00:00Z'),
      },
    ]);
  });

  test.each<[string, Partial<ScheduledMedication>, string, string[]]>([
    ['before the start date', { startDate: '2026-07-02' }, '2026-07-01', []],
    ['on the start date', { startDate: '2026-07-01' }, '2026-07-01', ['08:00']],
    ['on the end date', { endDate: '2026-07-01' }, '2026-07-01', ['08:00']],
    ['after the end date', { endDate: '2026-06-30' }, '2026-07-01', []],
    ['not active', { isActive: false }, '2026-07-01', []],
    ['as needed', { frequency: 'as_needed' }, '2026-07-01', []],
    ['without times', { times: [] }, '2026-07-01', []],
    [
      'three times a day',
      { frequency: 'three_times_daily', times: ['08:00', '12:00', '18:00'] },
      '2026-07-01',
      ['08:00', '12:00', '18:00'],
    ],
    ['weekly, on the same weekday', { frequency: 'weekly' }, '2026-01-08', ['08:00']],
    ['weekly, on another weekday', { frequency: 'weekly' }, '2026-01-09', []],
  ])('dosesOn respects dates, frequency and status: %s', (_, more, date, expected) => {
    expect(timesOn(more, date)).toEqual(expected);
  });

  test('a weekly dose keeps its weekday across a clock change', () => {
    const weekly = { frequency: 'weekly', startDate: '2026-03-01', times: ['02:30'] } as const;
    const more = { ...weekly, times: [...weekly.times] };
    expect(timesOn(more, '2026-03-08')).toEqual(['02:30']);
    expect(timesOn(more, '2026-03-15')).toEqual(['02:30']);
    expect(timesOn(more, '2026-03-14')).toEqual([]);
  });

  test('a time in the gap of a clock change is due later by the length of the gap', () => {
    const [dose] = dosesOn(medication({ times: ['02:30'] }), '2026-03-08', NEW_YORK);
    expect(dose?.scheduledTime.toISOString()).toBe('2026-03-08T07:30:00.000Z');
    expect(dose?.id).toBe('m_2026-03-08_0230');
  });

  test('a time that occurs twice is due at its first occurrence', () => {
    const doses = dosesOn(medication({ times: ['01:30'] }), '2026-11-01', NEW_YORK);
    expect(doses.map((dose) => dose.scheduledTime.toISOString())).toEqual([
      '2026-11-01T05:30:00.000Z',
    ]);
  });

  test('two times that fall on the same instant are one dose, on that day only', () => {
    const more = { times: ['02:30', '03:30'] };
    expect(timesOn(more, '2026-03-07')).toEqual(['02:30', '03:30']);
    expect(timesOn(more, '2026-03-08')).toEqual(['02:30']);
    expect(timesOn(more, '2026-03-09')).toEqual(['02:30', '03:30']);
  });

  test('the doses of a day are sorted by instant, although the gap moves one past another', () => {
    expect(timesOn({ times: ['02:45', '03:00'] }, '2026-03-08')).toEqual(['03:00', '02:45']);
  });

  test('a late and an early time are one dose on a night when the clocks jump over midnight', () => {
    const nuuk = medication({ times: ['00:30', '23:30'] });
    const on = (date: string) => dosesOn(nuuk, date, 'America/Nuuk').map((dose) => dose.time);
    expect(on('2026-03-28')).toEqual(['00:30', '23:30']);
    expect(on('2026-03-29')).toEqual(['23:30']);
    expect(on('2026-03-30')).toEqual(['00:30', '23:30']);
  });
});

describe('dosesOn in every zone, around every transition until 2030', () => {
  test("each wall time gives one dose per local date, at Temporal's instant", () => {
    const times = ['00:00', '00:30', '01:00', '01:30', '02:00', '02:30', '03:00', '23:00', '23:45'];
    const wrong: string[] = [];
    for (const zone of ZONES) {
      for (const date of datesAroundTransitions(zone)) {
        for (const time of times) {
          const doses = dosesOn(medication({ times: [time], startDate: date }), date, zone);
          const right =
            doses.length === 1 &&
            doses[0]?.scheduledTime.getTime() === instantByTemporal(date, time, zone) &&
            doses[0].id === `m_${date}_${time.replace(':', '')}`;
          if (!right) wrong.push(`${zone} ${date} ${time}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('no instant has two doses, and doseAt finds each dose by its instant', () => {
    const zones = fc.constantFrom(...ZONES);
    const minute = fc.integer({ min: 0, max: 1439 });
    fc.assert(
      fc.property(zones, fc.array(minute, { maxLength: 8 }), fc.nat(), (zone, minutes, nth) => {
        const dates = datesAroundTransitions(zone);
        const date = dates[nth % (dates.length || 1)] ?? '2026-07-01';
        const taken = medication({ times: minutes.map(wallTime), startDate: '2020-01-01' });
        const doses = [-1, 0, 1].flatMap((days) => dosesOn(taken, addDays(date, days), zone));
        const instants = doses.map((dose) => dose.scheduledTime.getTime());
        expect(new Set(instants).size).toBe(instants.length);
        for (const dose of doses) expect(doseAt(taken, dose.scheduledTime, zone)).toEqual(dose);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the list of upcoming doses (upcomingDoses)', () => {
  const at = (now: string, ...medications: DueMedication[]) => {
    const { doses, validUntil } = upcomingDoses(medications, new Date(now), NEW_YORK);
    return { ids: doses.map((dose) => dose.id), validUntil: validUntil.toISOString() };
  };
  const twice = medication({ times: ['08:00', '20:00'] });
  const late = medication({ times: ['23:58'] });
  const early = medication({ times: ['00:02'] });

  test("upcomingDoses returns today's doses, earliest first, valid until local midnight", () => {
    const noon = medication({ id: 'n', times: ['12:00'] });
    expect(at('2026-07-01T16:00:00Z', twice, noon)).toEqual({
      ids: ['m_2026-07-01_0800', 'n_2026-07-01_1200', 'm_2026-07-01_2000'],
      validUntil: '2026-07-02T04:00:00.000Z',
    });
  });

  test('upcomingDoses without a medication is empty until local midnight', () => {
    expect(at('2026-07-01T16:00:00Z')).toEqual({
      ids: [],
      validUntil: '2026-07-02T04:00:00.000Z',
    });
  });

  test.each([
    ['23:59', '2026-07-02T03:59:00Z', ['2026-07-01'], '2026-07-02T04:00:00.000Z'],
    ['midnight', '2026-07-02T04:00:00Z', ['2026-07-01', '2026-07-02'], '2026-07-02T04:58:00.001Z'],
    ['00:58', '2026-07-02T04:58:00Z', ['2026-07-01', '2026-07-02'], '2026-07-02T04:58:00.001Z'],
    ['just past 00:58', '2026-07-02T04:58:00.001Z', ['2026-07-02'], '2026-07-03T04:00:00.000Z'],
  ])(
    'a dose of 23:58 stays listed for its 60 minutes past midnight: at %s',
    (_, now, dates, validUntil) => {
      expect(at(now, late)).toEqual({ ids: dates.map((date) => `m_${date}_2358`), validUntil });
    },
  );

  test.each([
    ['23:56', '2026-07-02T03:56:00Z', ['2026-07-01'], '2026-07-02T03:57:00.000Z'],
    ['23:57', '2026-07-02T03:57:00Z', ['2026-07-01', '2026-07-02'], '2026-07-02T04:00:00.000Z'],
    ['midnight', '2026-07-02T04:00:00Z', ['2026-07-02'], '2026-07-03T03:57:00.000Z'],
  ])('a dose of 00:02 is listed from 5 minutes before, at %s', (_, now, dates, validUntil) => {
    expect(at(now, early)).toEqual({ ids: dates.map((date) => `m_${date}_0002`), validUntil });
  });

  test('the list is constant until validUntil and changes at that instant', () => {
    const list = [late, early, medication({ id: 'x', times: ['00:00', '12:00', '23:30'] })];
    const ids = (now: number) =>
      upcomingDoses(list, new Date(now), NEW_YORK)
        .doses.map((dose) => dose.id)
        .join();
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 * DAY_MS }), (offset) => {
        const now = Date.parse('2026-03-07T00:00:00Z') + offset;
        const until = upcomingDoses(list, new Date(now), NEW_YORK).validUntil.getTime();
        expect(until).toBeGreaterThan(now);
        expect(ids(until - 1)).toBe(ids(now));
        expect(ids(until)).not.toBe(ids(now));
      }),
      { numRuns: 500 },
    );
  });
});

describe('doses that are answered (doseAt, asNeededDose)', () => {
  test('doseAt finds a dose only by its exact instant', () => {
    const dose = doseAt(medication(), new Date('2026-07-01T12:00:00Z'), NEW_YORK);
    expect(dose?.id).toBe('m_2026-07-01_0800');
    expect(doseAt(medication(), new Date('2026-07-01T12:00:01Z'), NEW_YORK)).toBeUndefined();
    expect(doseAt(medication(), new Date('2026-07-01T08:00:00Z'), NEW_YORK)).toBeUndefined();
  });

  test('asNeededDose returns a dose of the minute of the press', () => {
    const asNeeded = medication({ frequency: 'as_needed', times: [], endDate: '2026-07-01' });
    expect(asNeededDose(asNeeded, new Date('2026-07-01T18:41:37.250Z'), NEW_YORK)).toEqual({
      id: 'm_2026-07-01_1441',
      medicationId: 'm',
      date: '2026-07-01',
      time: '14:41',
      scheduledTime: new Date('2026-07-01T18:41:00Z'),
    });
    expect(asNeededDose(asNeeded, new Date('2026-07-02T18:41:00Z'), NEW_YORK)).toBeUndefined();
    expect(asNeededDose(medication(), new Date('2026-07-01T18:41:00Z'), NEW_YORK)).toBeUndefined();
  });
});

describe('the time zone of the server machine', () => {
  const own = process.env.TZ;
  afterEach(() => {
    if (own === undefined) delete process.env.TZ;
    else process.env.TZ = own;
  });

  test('the time zone of the machine changes no dose', () => {
    const seen = ['UTC', NEW_YORK, 'Asia/Kathmandu', 'Pacific/Apia'].map((machine) => {
      process.env.TZ = machine;
      const list = [medication({ times: ['00:02', '02:30', '23:58'] })];
      return JSON.stringify(upcomingDoses(list, new Date('2026-03-08T04:57:30Z'), NEW_YORK));
    });
    expect(new Set(seen).size).toBe(1);
  });
});

function wallTime(minute: number): string {
  const [hour, rest] = [Math.floor(minute / 60), minute % 60];
  return `${String(hour).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}
