import { z } from 'zod';
import { WALL_TIME } from '#platform/shared/zoned-time.ts';

/** Schemas of the field types that rows of a household archive use. */

const FIRST_YEAR = '1900';
const END_YEAR = '2200';

/** An instant in UTC from 1900 up to, but not including, 2200. */
export const instant = z.iso
  .datetime()
  .refine((text) => FIRST_YEAR <= text && text < END_YEAR, 'Please check the year.')
  .transform((text) => new Date(text));

/** A calendar date. The year 0 is refused because PostgreSQL has no such year. */
export const localDate = z.iso.date().refine((date) => date >= '0001', 'Please check the year.');

/**
 * The number that identifies a row within the archive, also used where another row refers to it.
 */
export const number = z.int().min(1).max(2_000_000_000);

/** A quantity, or a duration in seconds. */
export const count = z.int().min(0).max(2_000_000_000);

export const text = (longest: number) => z.string().max(longest, 'That is too long.');

export const wallTime = z.string().regex(WALL_TIME, 'This is no time of a day.');

/** Thrown for a line that cannot be imported; the message gives the reason. */
export class LineRefused extends Error {
  override name = 'LineRefused';
}
