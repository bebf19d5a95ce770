import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { datesAroundTransitions, instantByTemporal, ZONES } from '#testing/temporal-clock.ts';
import { amountAt } from './dose-amounts.ts';
import { upcomingDoses } from './due.ts';
import { timesOfPattern } from './pattern.ts';
import type { Pattern } from './pattern-input.ts';
import { doseAt, dosesOn, type ScheduledMedication } from './schedule.ts';

const START = Temporal.PlainDate.from('2024-01-01');
const END = Temporal.PlainDate.from('2030-12-31');

/**
 * Returns the dates from 2024 to 2030 with doses, and their times. It counts day by day with
 * Temporal, independently of the code under test.
 */
function enumerated(medication: ScheduledMedication): Map<string, readonly string[]> {
  const { pattern } = medication;
  const start = Temporal.PlainDate.from(medication.startDate);
  const days = new Map<string, readonly string[]>();
  let counted = 0;
  for (let day = start; Temporal.PlainDate.compare(day, END) <= 0; day = day.add({ days: 1 })) {
    const times = pattern ? timesByHand(pattern, day, counted, medication.times) : [];
    counted += 1;
    if (pattern?.kind === 'cycle' && counted === pattern.on + pattern.off) counted = 0;
    if (pattern?.kind === 'every_n_days' && counted === pattern.every) counted = 0;
    const end = medication.endDate;
    if (end !== null && Temporal.PlainDate.compare(day, end) > 0) break;
    if (times.length > 0) days.set(day.toString(), times);
  }
  return days;
}

/** Returns the times of a day that is `counted` days into its cycle. */
function timesByHand(
  pattern: Pattern,
  day: Temporal.PlainDate,
  counted: number,
  times: readonly string[],
): readonly string[] {
  switch (pattern.kind) {
    case 'chosen_weekdays':
      return pattern.weekdays.some((each) => (each === 0 ? 7 : each) === day.dayOfWeek)
        ? times
        : [];
    case 'every_n_days':
      return counted === 0 ? times : [];
    case 'cycle':
      return counted < pattern.on ? times : [];
    case 'days_of_month':
      return pattern.days.some((each) =>
        day.with({ day: each }, { overflow: 'constrain' }).equals(day),
      )
        ? times
        : [];
    case 'every_n_hours':
      return hoursByHand(pattern);
    case 'taper':
      return (
        pattern.steps.filter(({ from }) => Temporal.PlainDate.compare(from, day) <= 0).at(-1)
          ?.times ?? []
      );
  }
}

function hoursByHand({ every, from, until }: { every: number; from: string; until: string }) {
  const times: string[] = [];
  const last = Temporal.PlainDateTime.from(`2024-01-01T${until}`);
  let at = Temporal.PlainDateTime.from(`2024-01-01T${from}`);
  for (; Temporal.PlainDateTime.compare(at, last) <= 0; at = at.add({ hours: every })) {
    times.push(at.toPlainTime().toString().slice(0, 5));
  }
  return times;
}

function scheduled(pattern: Pattern, more: Partial<ScheduledMedication> = {}) {
  const times = timesOfPattern(pattern) ?? ['00:00', '01:30', '02:30', '23:45'];
  return {
    ...{ id: 'm', frequency: pattern.kind, times, startDate: START.toString() },
    ...{ endDate: null, isActive: true, pattern, ...more },
  };
}

const step = (from: string, amount: number, times: string[]) => ({ from, amount, times });

const ONE_OF_EACH: readonly ScheduledMedication[] = [
  scheduled({ kind: 'chosen_weekdays', weekdays: [0, 1, 6] }),
  scheduled({ kind: 'every_n_days', every: 3 }),
  scheduled({ kind: 'every_n_hours', every: 1, from: '00:30', until: '23:30' }),
  scheduled({ kind: 'days_of_month', days: [1, 15, 29, 30, 31] }),
  scheduled({ kind: 'cycle', on: 21, off: 7 }),
  scheduled({
    kind: 'taper',
    unit: 'tablet',
    steps: [
      step('2024-01-01', 4, ['00:30', '23:30']),
      step('2025-03-30', 3, ['02:30']),
      step('2026-10-25', 2, ['00:00', '01:30', '03:00']),
      step('2028-02-29', 0.5, ['23:59']),
    ],
  }),
];

describe('dosesOn in every zone, around every transition from 2024 to 2030', () => {
  test.each(ONE_OF_EACH.map((medication) => [medication.frequency, medication] as const))(
    '%s: dosesOn agrees with counting the days one by one, at Temporal’s instants',
    (_, medication) => {
      const days = enumerated(medication);
      const wrong: string[] = [];
      for (const zone of ZONES) {
        for (const date of datesAroundTransitions(zone)) {
          const doses = dosesOn(medication, date, zone).map(
            ({ time, scheduledTime }) => `${time} ${scheduledTime.getTime()}`,
          );
          if (doses.join() !== byHand(days, date, zone).join()) wrong.push(`${zone} ${date}`);
        }
      }
      expect(wrong).toEqual([]);
    },
    60_000,
  );

  test.each(ONE_OF_EACH.map((medication) => [medication.frequency, medication] as const))(
    '%s: no instant has two doses, and doseAt finds each dose by its instant',
    (_, medication) => {
      const zones = fc.constantFrom(...ZONES);
      fc.assert(
        fc.property(zones, fc.nat(), fc.nat({ max: 1439 }), (zone, nth, minute) => {
          const dates = datesAroundTransitions(zone);
          const date = Temporal.PlainDate.from(dates[nth % (dates.length || 1)] ?? '2026-07-01');
          const around = [-1, 0, 1].map((days) => date.add({ days }).toString());
          const doses = around.flatMap((each) => dosesOn(medication, each, zone));
          const instants = doses.map(({ scheduledTime }) => scheduledTime.getTime());
          expect(new Set(instants).size).toBe(instants.length);
          for (const dose of doses)
            expect(doseAt(medication, dose.scheduledTime, zone)).toEqual(dose);
          const now = date.toZonedDateTime(zone).add({ minutes: minute });
          const listed = upcomingDoses(
            [{ ...medication, away: [] }],
            new Date(now.epochMilliseconds),
            zone,
          ).doses;
          const today = now.toPlainDate().toString();
          expect(listed.filter((dose) => dose.date === today)).toEqual(
            dosesOn(medication, today, zone),
          );
        }),
        { numRuns: 150 },
      );
    },
  );
});

/**
 * Returns the doses of a date as computed with Temporal, earliest first. If two wall-clock times
 * fall on one instant, only the earlier one is included.
 */
function byHand(days: ReadonlyMap<string, readonly string[]>, date: string, zone: string) {
  const at = (day: string) =>
    (days.get(day) ?? []).map((time) => ({ time, at: instantByTemporal(day, time, zone) }));
  const before = at(Temporal.PlainDate.from(date).subtract({ days: 1 }).toString());
  const taken = new Set(before.map((dose) => dose.at));
  return at(date)
    .filter((dose) => !taken.has(dose.at) && taken.add(dose.at))
    .sort((one, other) => one.at - other.at)
    .map((dose) => `${dose.time} ${dose.at}`);
}

describe('schedules with random patterns', () => {
  const whole = (min: number, max: number) => fc.integer({ min, max });
  const minute = whole(0, 1439).map((at) =>
    Temporal.PlainTime.from('00:00').add({ minutes: at }).toString().slice(0, 5),
  );
  const date = whole(0, 2500).map((days) => START.add({ days }).toString());
  const times = fc.uniqueArray(minute, { minLength: 1, maxLength: 3 }).map((some) => some.sort());
  const numbers = (min: number, max: number) => fc.uniqueArray(whole(min, max), { minLength: 1 });
  const steps = fc
    .uniqueArray(date, { minLength: 1, maxLength: 8 })
    .chain((dates) =>
      fc.tuple(
        ...dates
          .sort()
          .map((from) => fc.record({ from: fc.constant(from), amount: whole(1, 9), times })),
      ),
    );
  const patterns: fc.Arbitrary<Pattern> = fc.oneof(
    numbers(0, 6).map((weekdays) => ({ kind: 'chosen_weekdays' as const, weekdays })),
    whole(2, 365).map((every) => ({ kind: 'every_n_days' as const, every })),
    fc
      .tuple(whole(1, 12), minute, minute)
      .map(([every, from, until]) => ({ kind: 'every_n_hours' as const, every, from, until })),
    numbers(1, 31).map((days) => ({ kind: 'days_of_month' as const, days })),
    fc.tuple(whole(1, 60), whole(1, 60)).map(([on, off]) => ({ kind: 'cycle' as const, on, off })),
    steps.map((some) => ({ kind: 'taper' as const, unit: 'tablet', steps: some })),
  );

  test('dosesOn agrees with counting the days one by one, for any schedule from 2024 to 2030', () => {
    fc.assert(
      fc.property(patterns, date, fc.option(date), (pattern, startDate, endDate) => {
        const medication = scheduled(pattern, { startDate, endDate });
        const days = enumerated(medication);
        for (
          let day = START;
          Temporal.PlainDate.compare(day, END) <= 0;
          day = day.add({ days: 1 })
        ) {
          const on = day.toString();
          const expected = days.get(on) ?? [];
          const given = dosesOn(medication, on, 'UTC').map(({ time }) => time);
          if (given.join() !== expected.join())
            expect({ on, given }).toEqual({ on, given: expected });
        }
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  test('amountAt returns the amount of the last taper step that has begun, on any date', () => {
    fc.assert(
      fc.property(steps, (some) => {
        const pattern: Pattern = { kind: 'taper', unit: 'tablet', steps: some };
        const first = Temporal.PlainDate.from(some[0]?.from ?? '2024-01-01');
        let current = 0;
        for (
          let day = first;
          Temporal.PlainDate.compare(day, END) <= 0;
          day = day.add({ days: 1 })
        ) {
          if (some[current + 1]?.from === day.toString()) current += 1;
          const amount = amountAt({ pattern }, { date: day.toString(), time: '08:00' });
          if (amount !== some[current]?.amount) expect(amount).toBe(some[current]?.amount);
        }
      }),
      { numRuns: 20 },
    );
  }, 60_000);
});
