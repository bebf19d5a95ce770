import { addDays, instantOf } from '#platform/shared/zoned-time.ts';
import type { Measured } from '../../domain/summaries.ts';

/** The grid lines of a scale, highest first. */
export type Scale = readonly number[];

const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500] as const;

/** Maximum number of grid lines. */
const MAX_LINES = 4;

const SCORES: Readonly<Record<string, Scale>> = { pain: [10, 5, 0], mood: [5, 3, 1] };

/** Returns grid lines at round numbers that tightly enclose all values. */
export function scaleFor(kind: string, values: readonly Measured[]): Scale {
  const score = SCORES[kind];
  if (score !== undefined) return score;
  const numbers = values.flatMap(({ first, second }) =>
    second === null ? first : [first, second],
  );
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  for (const step of STEPS) {
    const low = Math.floor(least / step);
    const high = Math.max(Math.ceil(most / step), low + 1);
    if (high - low >= MAX_LINES) continue;
    return Array.from({ length: high - low + 1 }, (_, at) => round((high - at) * step));
  }
  return [most, least];
}

const round = (value: number) => Math.round(value * 10) / 10;

export interface Place {
  readonly id: string;
  /** Percent of the width, and of the height from the top. */
  readonly x: number;
  readonly first: number;
  readonly second: number | null;
}

export interface PlottedValue extends Measured {
  readonly id: string;
}

export interface Days {
  /** Local dates, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly timezone: string;
}

/** Returns the positions of the values between the first and the last minute of the days. */
export function placesOf(values: readonly PlottedValue[], scale: Scale, days: Days): Place[] {
  const begin = instantOf(days.from, '00:00', days.timezone).getTime();
  const end = instantOf(addDays(days.to, 1), '00:00', days.timezone).getTime();
  const [high = 1, low = 0] = [scale[0], scale.at(-1)];
  const y = (value: number) => clamped((100 * (high - value)) / (high - low));
  return values.map(({ id, measuredAt, first, second }) => ({
    id,
    x: clamped((100 * (Date.parse(measuredAt) - begin)) / (end - begin)),
    first: y(first),
    second: second === null ? null : y(second),
  }));
}

const clamped = (percent: number) => Math.min(100, Math.max(0, percent));
