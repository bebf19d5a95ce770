import { z } from 'zod';
import { WALL_TIME } from '#kit/shared/zoned-time.ts';

/** What the rows of archives are made of. */

const FIRST_YEAR = '1900';
const END_YEAR = '2200';

/** An instant in UTC, of a year in which people live. */
export const instant = z.iso
  .datetime()
  .refine((text) => FIRST_YEAR <= text && text < END_YEAR, 'Please check the year.')
  .transform((text) => new Date(text));

/** A day of the calendar; the year 0 does not exist for PostgreSQL. */
export const localDate = z.iso.date().refine((date) => date >= '0001', 'Please check the year.');

/** What a thing is called in the archive, or is named by. */
export const number = z.int().min(1).max(2_000_000_000);

/** How many, or how long in seconds. */
export const count = z.int().min(0).max(2_000_000_000);

export const text = (longest: number) => z.string().max(longest, 'That is too long.');

export const wallTime = z.string().regex(WALL_TIME, 'This is no time of a day.');

/** A line that cannot be brought in; the sentence says what is wrong with it. */
export class LineRefused extends Error {
  override name = 'LineRefused';
}
