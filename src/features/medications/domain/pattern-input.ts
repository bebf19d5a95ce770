import { z } from 'zod';
import { localDateInput } from '#platform/shared/date-input.ts';
import { WALL_TIME } from '#platform/shared/zoned-time.ts';
import {
  MAX_DAYS_APART,
  MAX_HOURS_APART,
  MAX_PIECES,
  MAX_STEPS,
  MAX_TIMES,
  MAX_UNIT_LENGTH,
  MIN_PART,
} from '../limits.ts';

export const wallTime = z.string().regex(WALL_TIME, 'Please choose a time.');

/** Wall-clock times in the household's time zone, HH:MM, deduplicated and sorted. */
export const wallTimes = z
  .array(wallTime)
  .max(MAX_TIMES, `At most ${MAX_TIMES} times a day.`)
  .transform((times) => [...new Set(times)].sort());

/** The amount of one dose, in units such as tablets. */
const amount = z
  .number('Please say how much.')
  .min(MIN_PART, 'Please say at least a quarter.')
  .max(MAX_PIECES, `Please say at most ${MAX_PIECES}.`)
  .multipleOf(MIN_PART, 'Please say it in quarters.');

const unit = z
  .string()
  .trim()
  .min(1, 'Please say what it is, such as tablet.')
  .max(MAX_UNIT_LENGTH, 'That is too long.');

const whole = (least: number, most: number, things: string) =>
  z
    .number(`Please say how many ${things}.`)
    .int('Please choose a whole number.')
    .min(least, `Please choose at least ${least}.`)
    .max(most, `Please choose at most ${most}.`);

/** A non-empty list of integers, deduplicated and sorted. */
const someOf = (least: number, most: number, sentence: string) =>
  z
    .array(z.number().int('Please choose a whole number.').min(least, sentence).max(most, sentence))
    .min(1, sentence)
    .max(most - least + 1, sentence)
    .transform((numbers) => [...new Set(numbers)].sort((one, other) => one - other));

const taperStep = z
  .object({
    /** Local date. */
    from: localDateInput('Please choose when the step begins.'),
    amount,
    times: wallTimes.refine((times) => times.length > 0, 'Please add at least one time.'),
  })
  .strict();

/** Defines the days or the times, for a frequency that needs a pattern. */
export const pattern = z.discriminatedUnion('kind', [
  z
    .object({
      kind: z.literal('chosen_weekdays'),
      /** 0 is Sunday, 6 is Saturday. */
      weekdays: someOf(0, 6, 'Please choose at least one weekday.'),
    })
    .strict(),
  z.object({ kind: z.literal('every_n_days'), every: whole(2, MAX_DAYS_APART, 'days') }).strict(),
  z
    .object({
      kind: z.literal('every_n_hours'),
      every: whole(1, MAX_HOURS_APART, 'hours'),
      from: wallTime,
      until: wallTime,
    })
    .strict(),
  z
    .object({
      kind: z.literal('days_of_month'),
      /**
       * In a month without such a day (for example the 31st), the dose is on the last day of the
       * month.
       */
      days: someOf(1, 31, 'Please choose at least one day, 1 to 31.'),
    })
    .strict(),
  z
    .object({
      kind: z.literal('cycle'),
      on: whole(1, MAX_DAYS_APART, 'days on'),
      off: whole(1, MAX_DAYS_APART, 'days off'),
    })
    .strict(),
  z
    .object({
      kind: z.literal('taper'),
      /** The name of the unit, such as 'tablet'. */
      unit,
      steps: z
        .array(taperStep)
        .min(1, 'Please add at least one step.')
        .max(MAX_STEPS, `At most ${MAX_STEPS} steps.`),
    })
    .strict(),
]);

/** The amount of the dose at each time; a taper has the amounts in its steps. */
const amounts = z
  .object({
    unit,
    ofTimes: z
      .array(z.object({ time: wallTime, amount }).strict())
      .min(1, 'Please say how much at which time.')
      .max(MAX_TIMES, `At most ${MAX_TIMES} times a day.`),
  })
  .strict();

/** The wire format of the pattern and the amounts of a medication. */
export const patterned = z.object({
  /** Required if the frequency needs a pattern; `kind` equals the frequency. */
  pattern: pattern.nullable(),
  /**
   * The amount of the dose at each time, if the family entered it; a taper has the amounts in its
   * steps.
   */
  amounts: amounts.nullable(),
});

/** Pattern and amounts of a new medication. Default: null. */
export const newPatterned = z.object({
  pattern: patterned.shape.pattern.default(null),
  amounts: patterned.shape.amounts.default(null),
});

export type Pattern = z.output<typeof pattern>;
export type PatternOf<Kind extends Pattern['kind']> = Extract<Pattern, { kind: Kind }>;
export type TaperStep = z.output<typeof taperStep>;
export type Amounts = z.output<typeof amounts>;
