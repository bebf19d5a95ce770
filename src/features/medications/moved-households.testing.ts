import { addDays } from '#platform/shared/zoned-time.ts';
import type { FormerSchedule } from './contract.ts';
import { type DueMedication, dueDosesOn } from './domain/due.ts';

export const LA = 'America/Los_Angeles';
export const NY = 'America/New_York';
export const TOKYO = 'Asia/Tokyo';
export const DAY = '2026-06-10';

const SCHEDULE = {
  frequency: 'daily',
  times: ['12:00'],
  startDate: '2026-01-01',
  endDate: null,
  isActive: true,
} satisfies Partial<DueMedication>;

type Schedule = Partial<DueMedication>;

/** Returns a medication of a household that moved to these time zones at these instants. */
export function moved(schedule: Schedule, first: string, ...moves: [at: string, zone: string][]) {
  const zones = [first, ...moves.map(([, zone]) => zone)];
  const starts = ['2026-01-01T00:00:00.000Z', ...moves.map(([at]) => new Date(at).toISOString())];
  const whole = { ...SCHEDULE, ...schedule };
  const { away: _, notDue: __, ...former } = whole;
  const formerSchedules = moves.map(
    (_, index): FormerSchedule => ({
      ...former,
      pattern: former.pattern ?? undefined,
      from: starts[index] ?? '',
      until: starts[index + 1] ?? '',
      timezone: zones[index] ?? '',
    }),
  );
  const medication: DueMedication = {
    id: 'm',
    away: [],
    ...whole,
    scheduledSince: starts.at(-1),
    formerSchedules,
  };
  return { medication, timezone: zones.at(-1) ?? '' };
}

/**
 * Returns each dose from the day before to the day after, with its time in UTC; `*` marks a jumped
 * dose.
 */
export function dueAround(...[schedule, first, ...moves]: Parameters<typeof moved>) {
  const { medication, timezone } = moved(schedule, first, ...moves);
  return [-1, 0, 1].flatMap((days) =>
    dueDosesOn(medication, addDays(DAY, days), timezone).map(
      ({ date, time, scheduledTime, jumped }) =>
        `${date.slice(8)} ${time} at ${scheduledTime.toISOString().slice(8, 16)}${jumped ? '*' : ''}`,
    ),
  );
}

/** Returns the instant of a Los Angeles wall-clock time on `DAY`. */
export const la = (time: string) => `${DAY}T${time}:00-07:00`;
