import { z } from 'zod';

const FIRST_DATE = '1900-01-01';
const LAST_DATE = '2199-12-31';
const FIRST_INSTANT = Date.parse(FIRST_DATE);
const END_INSTANT = Date.parse('2200-01-01');

// The year 0, which a date of ISO 8601 may have, does not exist for PostgreSQL.
const CHECK_YEAR = 'Please check the year.';

/** Input: a day of the calendar, YYYY-MM-DD, of a year in which people live. */
export const localDateInput = (sentence = 'Please choose a date.') =>
  z.iso.date(sentence).refine((date) => FIRST_DATE <= date && date <= LAST_DATE, CHECK_YEAR);

/** Input: an instant, ISO 8601 with whatever offset, of a year in which people live. */
export const instantInput = z.iso
  .datetime({ offset: true })
  .refine(
    (text) => FIRST_INSTANT <= Date.parse(text) && Date.parse(text) < END_INSTANT,
    CHECK_YEAR,
  );
